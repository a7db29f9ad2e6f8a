# RUN: kernelc run %s k a=zeros:int32:8 --device cpu --grid 1 --block 4 --check bounds
# CHECK-STATUS: 3
from numba import cuda

@cuda.jit
def k(a):
    tile = cuda.shared.array(4, "int32")
    i = cuda.threadIdx.x
    tile[i] = i
    cuda.syncthreads()
    # CHECK-ERR: fail_index_shared.py:[[@LINE+8]]:12: warning: `tile[i + 1]` reaches index 4 with a grid of 1 and a block of 4, and the extent is 4 [LaunchOutside]
    # CHECK-ERR:     a[i] = tile[i + 1]
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: help: a launch and its shared arrays go together: give the array the extent of the block, or launch with the block that the array is for
    # CHECK-ERR: fail_index_shared.py:[[@LINE+4]]:12: error: index 4 is out of bounds for dimension 0 of `tile`, whose extent is 4 [IndexOutOfBounds]
    # CHECK-ERR:     a[i] = tile[i + 1]
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (3, 0, 0)
    a[i] = tile[i + 1]
