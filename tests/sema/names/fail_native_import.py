# RUN: kernelc check %s
import kernelc as kc
from kernelc import kernel

@kernel
def k(a):
    # CHECK-ERR: fail_native_import.py:[[@LINE+12]]:12: error: `kc.sqrt` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[0] = kc.sqrt(a[0]) + float32(1) + blockIdx.x
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: help: write `math.sqrt`, and add `import math` at the top of the file
    # CHECK-ERR: fail_native_import.py:[[@LINE+8]]:28: error: name `float32` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = kc.sqrt(a[0]) + float32(1) + blockIdx.x
    # CHECK-ERR:                            ^~~~~~~
    # CHECK-ERR: help: did you mean `kc.float32`?
    # CHECK-ERR: fail_native_import.py:[[@LINE+4]]:41: error: name `blockIdx` is not defined [UnknownName]
    # CHECK-ERR:     a[0] = kc.sqrt(a[0]) + float32(1) + blockIdx.x
    # CHECK-ERR:                                         ^~~~~~~~
    # CHECK-ERR: help: did you mean `kc.blockIdx`?
    a[0] = kc.sqrt(a[0]) + float32(1) + blockIdx.x
