# RUN: kernelc build %s -k real --device --sig complex64 --emit ptx
from numba import cuda


@cuda.jit(device=True)
# CHECK-ERR: fail_export_parameter.py:[[@LINE+4]]:5: error: `real` cannot be exported with a parameter of type complex64 [ExportType]
# CHECK-ERR: def real(x):
# CHECK-ERR:     ^~~~
# CHECK-ERR: help: parameters are numbers, pointers (`CPointer(float32)`) and arrays, the result is a number or nothing; take pointers to write others to
def real(x):
    return x.real
