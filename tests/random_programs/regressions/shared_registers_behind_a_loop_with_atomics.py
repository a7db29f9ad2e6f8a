# launch: blocks 2, threads 64, layout 2
import math

import numpy as np
from numba import cuda


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    part = a64[3:19]
    row = m32[i % 6]
    column = m32[:, i % 7]
    turned = mf.T
    x = 0
    y = i + 3
    s = np.int32(i)
    b = np.uint8(7)
    h = np.int16(n)
    w = np.uint32(n)
    u = np.uint64(i)
    f = 0.5
    g = np.float32(1.25)
    shared = cuda.shared.array(64, np.int32)
    counts = cuda.shared.array(8, np.int32)
    reals = cuda.shared.array(shape=64, dtype=np.float32)
    for k0 in range(n % 4):
        if (s < n):
            pass
        else:
            x = row[a8[h % 40] % 7]
            for k1 in range(cuda.threadIdx.x % 4, 10007 & 7, 2):
                whole[i, 5] += np.int32(1)
                cuda.atomic.add(added, 1 & 15, np.int32(1))
            x, y = cuda.blockIdx.x, (x & 65535)
    for k0 in (3, 1, 4):
        for k1 in range(4, -1, -1):
            cuda.syncthreads()
            reals[cuda.threadIdx.x] = np.float64(1)
            cuda.syncthreads()
            f = reals[64 - 1 - cuda.threadIdx.x]
            if (((n ^ cuda.blockDim.x) % n) < k0):
                cuda.syncthreads()
                shared[cuda.threadIdx.x] = max(0, column[i % column.size])
                cuda.syncthreads()
                s = shared[y % 64]
    if (n32 < n):
        pass
    else:
        u = np.uint64((2 // cuda.blockIdx.x))
    x = (u % i)
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g
