# launch: blocks 1, threads 32, layout 2
import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
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
    m = "low"
    shared = cuda.shared.array(32, np.int32)
    counts = cuda.shared.array(8, np.int32)
    reals = cuda.shared.array(shape=32, dtype=np.float32)
    for j in range(i, 200, cuda.gridsize(1)):
        p0 = np.int64(np.int64(au8[w & 31]) % 7)
        q0 = np.int64(int(11.75) % 7)
        for j0 in range(p0, -(p0 + q0), -3):
            x = (x * 3 + j0) % 1000003
            if (u < len(m)):
                pass
            else:
                for k2 in range(n % 4):
                    pass
                else:
                    cuda.atomic.xor(flipped, 1 & 15, np.uint32(1))
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g
