# RUN: kernelc build %s -k f --device --sig "float64(float64)" --name __nv_cos --emit ptx --target sm_80
import math

from numba import cuda


@cuda.jit(device=True)
# CHECK-ERR: fail_export_library_name.py:[[@LINE+4]]:5: error: the external function `__nv_cos` has the name of another function of the program [ExternalName]
# CHECK-ERR: def f(x):
# CHECK-ERR:     ^
# CHECK-ERR: help: a kernel, PTX, or CUDA's or C's library has a `__nv_cos`, which the code may call: export it under another name
def f(x):
    return math.cos(x)
