# launch: blocks 1, threads 32, layout 1
import math

import numpy as np
from numba import cuda


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
    shared = cuda.shared.array(32, np.int32)
    counts = cuda.shared.array(8, np.int32)
    reals = cuda.shared.array(shape=32, dtype=np.float32)
    cuda.syncthreads()
    if cuda.threadIdx.x < 8:
        counts[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    cuda.atomic.add(counts, 10 & 7, 65535)
    cuda.syncthreads()
    x = counts[i & 7] % 1000003
    p1 = np.int64((n + n32 + 41) % 24)
    q1 = np.uint16((n + n32 + 10) % 24)
    j1 = np.uint16(0)
    while j1 < (q1):
        j1 = np.uint16(j1 + 7)
        p2 = np.int64((x & 2147483647) % 7)
        q2 = np.int64(3 % 7)
        for j2 in range(p2, -(p2 + q2), -7):
            x = (x * 3 + j2) % 1000003
            cuda.atomic.max(highest, 1 & 15, 1)
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g
