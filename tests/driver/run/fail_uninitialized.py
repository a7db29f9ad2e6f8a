# RUN: kernelc run %s k a=zeros:int32:32 --device cpu --grid 1 --block 32 --check init
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    tile = cuda.shared.array((2, 32), "int32")
    t = cuda.threadIdx.x
    tile[0, t] = t
    cuda.syncthreads()
    # CHECK-ERR: fail_uninitialized.py:[[@LINE+8]]:5: warning: nothing compares the place in the grid with the size before `a[cuda.blockIdx.x * cuda.blockDim.x + t]` [MissingGuard]
    # CHECK-ERR:     a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[0, 31 - t] + tile[1, t]
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    # CHECK-ERR: fail_uninitialized.py:[[@LINE+4]]:66: error: element 32 of `tile` is read before anything is stored there [UninitializedRead]
    # CHECK-ERR:     a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[0, 31 - t] + tile[1, t]
    # CHECK-ERR:                                                                  ^~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (0, 0, 0)
    a[cuda.blockIdx.x * cuda.blockDim.x + t] = tile[0, 31 - t] + tile[1, t]
