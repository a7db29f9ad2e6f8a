# RUN: kernelc check %s
from numba import cuda

# CHECK-ERR: fail_array_type.py:[[@LINE+4]]:11: error: bad signature: an array type is Array(dtype, dimensions, layout) [BadSignature]
# CHECK-ERR: @cuda.jit("void(Array(dtype=float32, ndim=1))")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: a signature is `void(float32[:], int64)`: array types are `float32[:]` for any layout and `float32[::1]` for contiguous ones
@cuda.jit("void(Array(dtype=float32, ndim=1))")
def no_layout(a):
    a[0] = 1

# CHECK-ERR: fail_array_type.py:[[@LINE+4]]:11: error: bad signature: the layout of an array is C, F or A [BadSignature]
# CHECK-ERR: @cuda.jit("void(Array(float32, ndim=1, layout='X'))")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: a signature is `void(float32[:], int64)`: array types are `float32[:]` for any layout and `float32[::1]` for contiguous ones
@cuda.jit("void(Array(float32, ndim=1, layout='X'))")
def other_layout(a):
    a[0] = 1

# CHECK-ERR: fail_array_type.py:[[@LINE+4]]:11: error: bad signature: the fourth part of an array type is True for read-only arrays [BadSignature]
# CHECK-ERR: @cuda.jit("void(Array(float32, 1, 'C', readonly=maybe))")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: a signature is `void(float32[:], int64)`: array types are `float32[:]` for any layout and `float32[::1]` for contiguous ones
@cuda.jit("void(Array(float32, 1, 'C', readonly=maybe))")
def no_truth(a):
    pass
