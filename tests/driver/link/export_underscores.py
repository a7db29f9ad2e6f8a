# RUN: kernelc build %s -k f --device --sig "float64(float64)" --name __f --emit ptx --target sm_80
# REQUIRES: libdevice
# CHECK-SUBSET: .visible .func  (.param .b64 func_retval0) __f(
# CHECK-SUBSET: st.param.b64
# CHECK-NOT: .visible .func  (.param .align 16
# What is linked with the function becomes internal, the function itself does not.
import math

from numba import cuda


@cuda.jit(device=True)
def f(x):
    return math.cos(x)
