# RUN: kernelc build %s -k norm --device --sig "float32(float32, float32)" --name vector_norm --emit ptx --target sm_90
# CHECK-SUBSET: .visible .func  (.param .b32 func_retval0) vector_norm(
# CHECK-SUBSET: .param .b32 vector_norm_param_0
# CHECK-SUBSET: .param .b32 vector_norm_param_1
# CHECK-SUBSET: sqrt.rn.f32
# CHECK-NOT: .entry
import math

from numba import cuda


@cuda.jit(device=True)
def norm(x, y):
    return math.sqrt(x * x + y * y)
