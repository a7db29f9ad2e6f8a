# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: .extern .func  (.param .b32 func_retval0) total
# CHECK-SUBSET: call.uni (retval0), total, (param0, param1);
from cffi import FFI
from numba import cuda

ffi = FFI()
total = cuda.declare_device("total", "float32(CPointer(float32), int32)", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = total(ffi.from_buffer(a), a.size)
