# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[:])")
def one(a):
    # CHECK-ERR: fail_local_memory.py:[[@LINE+4]]:12: error: the local array is too large: a thread has 524288 bytes for such arrays [ArrayTooLarge]
    # CHECK-ERR:     mine = cuda.local.array((2 ** 17 + 1,), "float32")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: use an array parameter
    mine = cuda.local.array((2 ** 17 + 1,), "float32")
    mine[0] = a[0]
    a[1] = mine[0]

@cuda.jit("void(float32[:])")
def together(a):
    left = cuda.local.array(2 ** 16, "float32")
    # CHECK-ERR: fail_local_memory.py:[[@LINE+7]]:13: error: the local arrays of `together` take 524304 bytes, and a thread has 524288 [LocalMemoryLimit]
    # CHECK-ERR:     right = cuda.local.array(2 ** 16 + 4, "float32")
    # CHECK-ERR:             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_local_memory.py:[[@LINE-5]]:5: note: this function
    # CHECK-ERR: def together(a):
    # CHECK-ERR:     ~~~~~~~~
    # CHECK-ERR: help: keep large data in an array parameter
    right = cuda.local.array(2 ** 16 + 4, "float32")
    left[0] = a[0]
    right[0] = a[1]
    a[2] = left[0] + right[0]

@cuda.jit("void(float32[:])")
def overflows(a):
    # CHECK-ERR: fail_local_memory.py:[[@LINE+4]]:12: error: the local array is too large: a thread has 524288 bytes for such arrays [ArrayTooLarge]
    # CHECK-ERR:     mine = cuda.local.array((2 ** 40, 2 ** 40), "float32")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: use an array parameter
    mine = cuda.local.array((2 ** 40, 2 ** 40), "float32")
    a[1] = mine[0, 0]
