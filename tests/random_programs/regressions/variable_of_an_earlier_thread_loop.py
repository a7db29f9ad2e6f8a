# launch: blocks 2, threads 64, layout 0
import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    c1 = 0
    while c1 < 4 and (n32 < 0):
        c1 += 1
        cuda.atomic.xor(flipped, cuda.threadIdx.x & 15, np.uint32(n + c1))
    for j in range(i, 200, cuda.gridsize(1)):
        qf[j] = 0.5
    s = cuda.shfl_xor_sync(-1, np.int32(n + i), 5)
    for j in range(i, 200, cuda.gridsize(1)):
        q32[j] = 3
    whole[i, 2] = s
