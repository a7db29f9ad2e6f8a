# launch: blocks 2, threads 96, layout 0, serial
import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def d0(p, q):
    p = p % 1009
    q = q % 769
    if ((~5) == p):
        return (max(q, p) if (2.5 < 13.0) else (2 // 2))
    return abs((p >> (p & 31)))


@cuda.jit(device=True)
def d1(p, q):
    p = p % 1009
    q = q % 769
    for k in range(q & 3):
        p = (p + np.int64(np.int16((q < 2147483647)))) % 1009
    for k in range(q & 3):
        p = (p + (q * q)) % 1009
    for k in range(q & 3):
        p = (p + (q & p)) % 1009
    return abs((q if (p < 0) else q))


@cuda.jit
def pair(p, v=1.5):
    p = p % 1009
    v = math.floor(v % 64.0)
    return ((p >> (p & 31)) | abs(p)), min((-v), (-v))


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    x = 0
    y = i + 3
    s = np.int32(i)
    b = np.uint8(7)
    h = np.int16(n)
    w = np.uint32(n)
    u = np.uint64(i)
    f = 0.5
    g = np.float32(1.25)
    c = 0j
    e = np.complex64(1)
    local = cuda.local.array(8, np.int32)
    for k in range(8):
        local[k] = k * 3 - 5
    y = (((min(h, 255) * np.uint64((np.float32((int(c.real) & 1023)) < 2.5))) - local[(int(c.real) if (not (not (cuda.threadIdx.x < n32))) else s) & 7]) & 65535)
    local[1 & 7] = np.int64(h)
    for j in range(i, 200, cuda.gridsize(1)):
        q32[j] = local[b & 7]
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g
