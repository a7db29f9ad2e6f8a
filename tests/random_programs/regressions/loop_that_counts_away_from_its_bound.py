# launch: blocks 1, threads 33, layout 2, serial
import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    row = m32[i % 6]
    back0 = a32[::-1]
    chosen = a32
    if n > 10:
        chosen = back0
    x = 0
    y = i + 3
    s = np.int32(i)
    b = np.uint8(7)
    h = np.int16(n)
    w = np.uint32(n)
    u = np.uint64(i)
    f = 0.5
    g = np.float32(1.25)
    if i >= n + 9:
        return
    if (cuda.threadIdx.x == np.uint8(1)):
        pass
    else:
        for k0 in range(4, -1, -1):
            whole[i, 5] += cuda.threadIdx.x
            if (cuda.threadIdx.x < k0):
                break
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g

