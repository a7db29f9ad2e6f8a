# RUN: kernelc check %s
import cffi
from numba import cuda

ffi = cffi.FFI()
ffi.cdef("float total(float *x, int n);")
total = cuda.declare_device("total", "float32(CPointer(float32), int32)", abi="c")

@cuda.jit("void(float32[::1], float32[:])")
def k(a, b):
    a[0] = total(ffi.from_buffer(a), 4)
    # CHECK-ERR: fail_from_buffer.py:[[@LINE+3]]:34: error: `from_buffer` wants a contiguous array, not array(float32, 1d, A) [ArgumentType]
    # CHECK-ERR:     a[1] = total(ffi.from_buffer(b), 4)
    # CHECK-ERR:                                  ^
    a[1] = total(ffi.from_buffer(b), 4)
    # CHECK-ERR: fail_from_buffer.py:[[@LINE+4]]:18: error: `ffi.new` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[2] = total(ffi.new("float *"), 4)
    # CHECK-ERR:                  ^~~~~~~
    # CHECK-ERR: help: `kernelc builtins` lists what kernels have
    a[2] = total(ffi.new("float *"), 4)
