"""The kernel language in one file: both kinds of functions, both kinds of memory, every statement."""
import math
import numpy as np
from numba import cuda, float32, int32, int64, complex128

SIZE = 16
TABLE = (1, 2, 3, 4)
SCALE = np.float32(2.5)


@cuda.jit(device=True)
def clamp(x, low, high):
    if x < low:
        return low
    elif x > high:
        return high
    return x


@cuda.jit(device=True, inline=True)
def pair(a, b=2, *, c=3):
    return a + b, c


@cuda.jit("void(float32[:], float32[::1], int64)", fastmath=True)
def first(a, out, n):
    i = cuda.grid(1)
    if i >= n:
        return
    x, y = pair(a[i], c=4)
    z = clamp(x, 0.0, 1.0) if y > 2 else -x ** 2
    for j in range(0, n, 2):
        if j == 3:
            continue
        z += math.sin(a[j]) * SCALE + TABLE[j % 4]
        if z > 1e6:
            break
    else:
        z -= 1
    while z > 100 and not (x == y or z != x):
        z /= 2
    out[-1] = out[i] = z


@cuda.jit
def second(a, b, out):
    tile = cuda.shared.array((SIZE, SIZE + 1), dtype=float32)
    mine = cuda.local.array(4, int32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty, bx = cuda.threadIdx.y, cuda.blockIdx.x
    total = float32(0)
    for k in range(a.shape[1] // SIZE):
        tile[ty, tx] = a[y, k * SIZE + tx] if y < a.shape[0] else 0
        cuda.syncthreads()
        for m in range(SIZE):
            total += tile[ty, m] * b[k * SIZE + m, x]
        cuda.syncthreads()
    mine[k & 3] = int32(total) >> 1 | 3 ^ ~tx << 2
    total = cuda.shfl_down_sync(0xffffffff, total, 16)
    if 0 <= x < out.shape[1] and y < len(out):
        cuda.atomic.add(out, (y, x), total + mine[0] // 3 % 5)


@cuda.jit
def third(out: complex128[:, :], limit: int64):
    x, y = cuda.grid(2)
    start, stride = cuda.grid(1), cuda.gridsize(1)
    c = complex(x * 0.1, y)
    z = 0j
    for i in range(start, limit, stride):
        if abs(z) > 2:
            break
        z = z * z + c
    out[x, y] = z + min(x, y, 3) + max(1.5, z.real) + round(z.imag) + np.sqrt(2) + math.pi + bool(x)


def host():
    first[1, 32](1)
    return [second[(1, 2), (3, 4), 0, 5]]
