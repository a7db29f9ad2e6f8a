# RUN: kernelc build %s -k pair --device --sig float32 --emit ptx
from numba import cuda


@cuda.jit(device=True)
# CHECK-ERR: fail_export_tuple.py:[[@LINE+4]]:5: error: `pair` cannot be exported with a result of type (float32, float32) [ExportType]
# CHECK-ERR: def pair(x):
# CHECK-ERR:     ^~~~
# CHECK-ERR: help: parameters are numbers, pointers (`CPointer(float32)`) and arrays, the result is a number or nothing; take pointers to write others to
def pair(x):
    return x, x
