"""Addresses of shared and local arrays: what `alignment=` asks for."""
from numba import cuda, float32, float64, int8


@cuda.jit
def shared_arrays(out):
    first = cuda.shared.array(3, int8, alignment=8)
    wide = cuda.shared.array((5, 3), float32, alignment=128)
    odd = cuda.shared.array(7, int8)
    widest = cuda.shared.array(shape=9, dtype=float64, alignment=1024)
    i = cuda.threadIdx.x
    if i == 0:
        first[0] = 1
        odd[6] = 3
        wide[4, 2] = 2
        widest[8] = 4
    cuda.syncthreads()
    out[i, 0] = wide.ctypes.data % 128
    out[i, 1] = widest.ctypes.data % 1024
    out[i, 2] = first.ctypes.data % 16 + odd.ctypes.data % 16
    out[i, 3] = first[0] + wide[4, 2] + odd[6] + widest[8]


@cuda.jit
def local_arrays(out):
    small = cuda.local.array(3, int8)
    mine = cuda.local.array(5, float32, 64)
    widest = cuda.local.array(3, float64, alignment=256)
    i = cuda.threadIdx.x
    for k in range(3):
        small[k] = i % 50
        mine[k] = i + k
        widest[k] = i * k
    # Both live across the barrier.
    cuda.syncthreads()
    out[i, 0] = mine.ctypes.data % 64
    out[i, 1] = widest.ctypes.data % 256
    out[i, 2] = small[2] + mine[2] - i
    out[i, 3] = widest[2]


@cuda.jit
def behind_a_flag(out):
    i = cuda.threadIdx.x
    # Lives across the barriers in one byte of each thread, before the array.
    flag = out[i, 0] == 0
    cuda.syncthreads()
    widest = cuda.local.array(3, float64, alignment=1024)
    widest[i % 3] = i
    cuda.syncthreads()
    out[i, 0] = widest.ctypes.data % 1024
    out[i, 1] = widest[i % 3]
    out[i, 2] = flag


@cuda.jit(device=True)
def in_callee(i):
    mine = cuda.local.array(4, float32, alignment=128)
    mine[i % 4] = i
    return mine.ctypes.data % 128 + mine[i % 4]


@cuda.jit
def callee_arrays(out):
    i = cuda.threadIdx.x
    out[i, 0] = in_callee(i)


@cuda.jit
def distances(a, out):
    out[0] = a[1:].ctypes.data - a.ctypes.data
    out[1] = a[::-1].ctypes.data - a.ctypes.data


@cuda.jit
def too_wide(out):
    mine = cuda.local.array(4, float32, alignment=2048)
    mine[0] = 1
    out[0] = mine[0]
