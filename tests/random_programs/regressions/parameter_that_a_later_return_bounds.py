# launch: blocks 3, threads 33, layout 1, serial
import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    c = i
    v = np.int64(n32)
    while v:
        v &= v - 1
        c += 1
    whole[i, 0] = c
    q32[i] = np.int32((1 % n32) >> (max(7, np.int32(i)) & 31))
    if n32 < 5 or n32 > 100:
        return
    whole[i, 1] = c + n32
