# launch: blocks 1, threads 32, layout 2
import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    x = 0
    for k0 in range(np.int64(np.uint32(i)) % 5):
        x = 3 * i
        whole[i, 5] += np.int32(5)
        p2 = np.int64(max(n, i) % 7)
        j2 = np.int64(0 - p2)
        while j2 <= (-p2 + 3):
            j2 = np.int64(j2 + 7)
            x = (x * 3 + j2) % 1000003
            whole[i, 5] += np.int32(n)
    for k1 in range(3):
        c = 0
        j3 = a64[i % 40]
        e3 = j3 + 100 * n
        while j3 <= e3:
            j3 = j3 + 7
            c = c + 1
        whole[i, 2] += c
        d = 0
        j4 = a64[i % 40]
        e4 = j4 + 1000 * n
        while j4 <= e4:
            j4 = j4 + 11
            d = d + 1
        whole[i, 3] += d
    whole[i, 0] = x
