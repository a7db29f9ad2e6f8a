# launch: blocks 3, threads 96, layout 1
import math

import numpy as np
from numba import cuda


@cuda.jit
def pair(p, v=1.5):
    p = p % 1009
    v = math.floor(v % 64.0)
    return p, np.float64(int(((v % 4.0) / (abs(8.0) + 1.0))))


@cuda.jit
def kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, n32, scale,
           whole, bits, real, added, highest, flipped, lowest, q32, qf):
    i = cuda.grid(1)
    inner = mf[1:5, ::-2]
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
    e = np.complex64(1)
    t = (i, 3, n)
    shared = cuda.shared.array(96, np.int32)
    counts = cuda.shared.array(8, np.int32)
    reals = cuda.shared.array(shape=96, dtype=np.float32)
    cuda.atomic.min(lowest, (int(f64[(-13) % 40]) & 3, n32 & 3), np.float64((int((scale / (abs(8.25) + 1.0))) - 100)))
    for k0 in (3, 1, 4):
        if (n == 1000):
            if (s == max(n32, 7)):
                g = np.float32(((int(math.sqrt(abs(f64[0 % 40]))) % 601) - 100))
            else:
                if (((y < 31) and (not (np.float32(0.50) < u))) or (not ((int(e.imag) % 1000) == x))):
                    cuda.atomic.max(highest, (n ^ y) & 15, (np.int64(au64[np.int64(b) % 40]) & 65535))
                c0 = 0
                while c0 < 4 and (2.5 < x):
                    c0 += 1
                    if ((not (s < n32)) or (f < u)):
                        continue
                    cuda.atomic.max(highest, k0 & 15, (np.int64(((~w) >> ((u ^ b) & 31))) % 10007))
            for k1 in (3, 1, 4):
                if ((k1 < (-13)) or (2.5 < np.float32(3.25))):
                    break
                cuda.atomic.min(lowest, ((y - 5) & 3, (int(e.imag) % 1000) & 3), ((f64[(np.int64(u) % 10007) % 40] - f) % 4.0))
        else:
            for k1 in range(cuda.threadIdx.x % 4, (~x) & 7, 2):
                w = np.uint32(np.int32(np.uint16((-i))))
            g = np.float32(abs(min((inner[np.int64(w) & 3, n32 & 3] - f32[cuda.threadIdx.x % 40]), max(g, np.float64((255 & 1023))))))
        cuda.syncthreads()
        if cuda.threadIdx.x < 8:
            counts[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        cuda.atomic.add(counts, np.int32(x) & 7, (((w ^ y) // (i if (mf[x % 6, np.int64(w) % 7] < g) else n)) & 65535))
        cuda.syncthreads()
        x = counts[round(2.5) & 7] % 1000003
    whole[i, 5] += np.int32(((y | x) // (n >> ((int(e.imag) % 1000) & 31))))
    cuda.atomic.add(added, (np.int64((u >> (3 & 31))) % 10007) & 15, np.int32((max((-2), w) if (n < w) else (y // x))))
    y, f = pair(((min(64, cuda.blockIdx.x) | max(u, w)) & 65535), np.float64((np.float32((i & 1023)) if (f32[np.int64(h) % 40] < y) else np.float32(mf[cuda.blockIdx.x % 6, (np.int64(u) % 10007) % 7]))))
    for j in range(i, 200, cuda.gridsize(1)):
        q32[j] += np.int32(2147483647)
        qf[j] = np.float64((round(scale) & 1023))
    for k0 in range(((int(e.imag) % 1000) // (int(e.imag) % 1000)) % 5):
        t = (t[1], t[2], ((s // y) // (255 ^ 0)))
    whole[i, 0] = x
    whole[i, 1] = y
    whole[i, 2] = s
    whole[i, 3] = b + h
    bits[i] = u ^ w
    real[i, 0] = f
    real[i, 1] = g
    whole[i, 4] = np.int64(((s - i) < (31 << (cuda.blockIdx.x & 7))))
    real[i, 2] = (((mf[1000 % 6, y % 7] if (y < s) else inner[x & 3, 31 & 3]) - (12.0 / (abs(2.5) + 1.0))) if ((2 - 10) < (u ^ 64)) else math.floor(scale))
