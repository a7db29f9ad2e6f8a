# RUN: kernelc check %s
from numba import cuda

@cuda.jit(["float32(float32)", "float64(float64)"], device=True)
def half(x):
    return x / 2

@cuda.jit("float32(float32[::1], int32)", device=True)
def element(a, i):
    return a[i]

@cuda.jit("void(complex64[:], float32[:, :])")
def k(a, b):
    # CHECK-ERR: fail_no_signature.py:[[@LINE+8]]:15: error: no signature of `half` takes (complex64) [NoSignature]
    # CHECK-ERR:     b[0, 0] = half(a[0])
    # CHECK-ERR:               ^~~~~~~~~~
    # CHECK-ERR: fail_no_signature.py:[[@LINE-12]]:5: note: defined here
    # CHECK-ERR: def half(x):
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: note: the decorator of `half` declares (float32), (float64)
    # CHECK-ERR: help: convert the arguments, add a signature, or leave the signatures away
    b[0, 0] = half(a[0])
    # CHECK-ERR: fail_no_signature.py:[[@LINE+8]]:15: error: no signature of `element` takes (array(float32, 1d, A), int64) [NoSignature]
    # CHECK-ERR:     b[0, 1] = element(b[0], 1)
    # CHECK-ERR:               ^~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_no_signature.py:[[@LINE-17]]:5: note: defined here
    # CHECK-ERR: def element(a, i):
    # CHECK-ERR:     ~~~~~~~
    # CHECK-ERR: note: the decorator of `element` declares (float32[::1], int32)
    # CHECK-ERR: help: convert the arguments, add a signature, or leave the signatures away
    b[0, 1] = element(b[0], 1)
