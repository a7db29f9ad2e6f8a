# launch: blocks 3, threads 32, layout 1, serial
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
    for j in range(i, 200, cuda.gridsize(1)):
        s = np.int32(((j % 3) << 31) ^ (p32[j] * (j & 1)))
        qf[j] = np.float32(np.uint32(abs(s)))
        if s != 0:
            q32[j] = np.int32(p32[j]) // s
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g
