# RUN: kernelc build %s -O 0 --emit ptx --target sm_90
# Functions of libdevice are there as PTX: the table of the slow way of `sin` has a name of its own.
# CHECK-SUBSET: (.param .b32 func_retval0) __nv_sinf(
# CHECK-SUBSET: __cudart_i2opi_f$__nv_sinf
# CHECK-SUBSET: (.param .b64 func_retval0) __nv_exp(
# CHECK-SUBSET: call.uni (retval0), __nv_sinf, (param0);
# CHECK-SUBSET: call.uni (retval0), __nv_exp, (param0);
import math

from numba import cuda


@cuda.jit("void(float32[::1], float64[::1])")
def waves(a, b):
    i = cuda.threadIdx.x
    a[i] = math.sin(a[i])
    b[i] = math.exp(b[i])
