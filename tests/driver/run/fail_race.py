# RUN: kernelc run %s k a=zeros:int32:32 --device cpu --grid 1 --block 32 --check race
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    tile = cuda.shared.array(32, "int32")
    t = cuda.threadIdx.x
    tile[t] = t
    cuda.syncthreads()
    for step in range(1, 3):
        tile[t] = tile[(t + step) % 32]
        cuda.syncthreads()
    # CHECK-ERR: fail_race.py:[[@LINE+8]]:5: warning: nothing compares the place in the grid with the size before `a[cuda.blockIdx.x * cuda.blockDim.x + t]` [MissingGuard]
    # CHECK-ERR:     a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[t]
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    # CHECK-ERR: fail_race.py:[[@LINE-6]]:9: error: element 1 of `tile` is used by two threads with no barrier in between, and one of them writes; the other use is in line 12 [DataRace]
    # CHECK-ERR:         tile[t] = tile[(t + step) % 32]
    # CHECK-ERR:         ^~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
    a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[t]
