# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[:])")
def k(a):
    # CHECK-ERR: fail_shared_too_large.py:[[@LINE+4]]:12: error: the shared array is too large: a block has 49152 bytes for such arrays [ArrayTooLarge]
    # CHECK-ERR:     tile = cuda.shared.array((128, 97), "float32")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: an array of shape 0 has up to 227 KiB, where the launch asks for it
    tile = cuda.shared.array((128, 97), "float32")
    tile[0, 0] = a[0]
    cuda.syncthreads()
    a[1] = tile[0, 0]

@cuda.jit("void(float32[:])")
def fits(a):
    tile = cuda.shared.array((128, 96), "float32")
    tile[0, 0] = a[0]
    cuda.syncthreads()
    a[1] = tile[0, 0]

@cuda.jit("void(float32[:])")
def overflows(a):
    # CHECK-ERR: fail_shared_too_large.py:[[@LINE+4]]:12: error: the shared array is too large: a block has 49152 bytes for such arrays [ArrayTooLarge]
    # CHECK-ERR:     tile = cuda.shared.array((2 ** 40, 2 ** 40, 2 ** 40), "float32")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: an array of shape 0 has up to 227 KiB, where the launch asks for it
    tile = cuda.shared.array((2 ** 40, 2 ** 40, 2 ** 40), "float32")
    a[1] = tile[0, 0, 0]
