# RUN: kernelc check %s
from numba import cuda

# CHECK-ERR: fail_many_optionals.py:[[@LINE+4]]:11: error: bad signature: `optional` is not a type [BadSignature]
# CHECK-ERR: @cuda.jit("void(optional(int32), optional(int32), optional(int32), optional(int32), optional(int32), optional(int32), optional(int32))")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: a signature is `void(float32[:], int64)`: array types are `float32[:]` for any layout and `float32[::1]` for contiguous ones
@cuda.jit("void(optional(int32), optional(int32), optional(int32), optional(int32), optional(int32), optional(int32), optional(int32))")
def k(a, b, c, d, e, f, g):
    pass
