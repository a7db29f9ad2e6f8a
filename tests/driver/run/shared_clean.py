# RUN: kernelc run %s k a=zeros:int32:128 n=zeros:int32:2 --device cpu --grid 2 --block 64 --check all --print a
from numba import cuda, int32

@cuda.jit
def k(a, n):
    tile = cuda.shared.array(64, "int32")
    flag = cuda.shared.array(2, "int32")
    t = cuda.threadIdx.x
    if t < 2:
        flag[t] = 0
    tile[t] = t
    cuda.syncthreads()
    # Each warp for itself, ordered by warp barriers.
    step = 16
    while step > 0:
        value = tile[t ^ step]
        cuda.syncwarp()
        tile[t] += value
        cuda.syncwarp()
        step //= 2
    cuda.atomic.add(flag, 0, 1)
    if tile[t] > 0:
        flag[1] = 1
    cuda.syncthreads()
    # CHECK-ERR: shared_clean.py:[[@LINE+4]]:5: warning: nothing compares the place in the grid with the size before `a[cuda.blockIdx.x * cuda.blockDim.x + t]` [MissingGuard]
    # CHECK-ERR:     a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[t] + flag[0] * flag[1]
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[t] + flag[0] * flag[1]
# CHECK: a: int32 (128,)
# CHECK:   [560, 560, 560, 560, ..., 1584, 1584, 1584, 1584]
# CHECK:   min 560  max 1584  mean 1072
