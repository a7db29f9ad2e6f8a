# RUN: kernelc check %s
from numba import cuda

@cuda.jit(device=True)
def sums(a):
    # CHECK-ERR: fail_shared_total.py:[[@LINE+7]]:12: error: the shared arrays of `k` take 49664 bytes, and a block has 49152 for arrays of constant shape [SharedMemoryLimit]
    # CHECK-ERR:     tile = cuda.shared.array((64, 64), "float32")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_shared_total.py:[[@LINE+10]]:5: note: this kernel
    # CHECK-ERR: def k(a):
    # CHECK-ERR:     ~
    # CHECK-ERR: help: use one array of shape 0, whose size the launch gives, or smaller arrays
    tile = cuda.shared.array((64, 64), "float32")
    tile[cuda.threadIdx.x, 0] = a[cuda.threadIdx.x]
    cuda.syncthreads()
    return tile[0, 0]

@cuda.jit("void(float32[:])")
def k(a):
    more = cuda.shared.array((64, 65), "float64")
    more[cuda.threadIdx.x, 0] = sums(a)
    cuda.syncthreads()
    a[0] = more[0, 0]

@cuda.jit("void(float32[:])")
def fits(a):
    more = cuda.shared.array((64, 64), "float32")
    more[cuda.threadIdx.x, 0] = sums(a)
    cuda.syncthreads()
    a[0] = more[0, 0]
