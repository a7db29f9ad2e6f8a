# RUN: kernelc run %s k a=ones:float32:1 --device cpu --grid 1 --block 1
# Calls convert to the types of signatures, which are not known here.
import time

from numba import cuda

KIND = "float32" if time.time() > 3 else "float64"


# CHECK-ERR: fail_open_signature_of_a_device_function.py:[[@LINE+8]]:11: error: `f"{KIND}({KIND})"` has no value that is known while compiling [NotConstant]
# CHECK-ERR: @cuda.jit(f"{KIND}({KIND})", device=True)
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~
# CHECK-ERR: fail_open_signature_of_a_device_function.py:[[@LINE+12]]:12: note: called here
# CHECK-ERR:     a[0] = twice(a[0])
# CHECK-ERR:            ~~~~~~~~~~~
# CHECK-ERR: note: `twice` was compiled for (float32)
# CHECK-ERR: help: signatures of device functions are constants: leave it out, and each call gives its types
@cuda.jit(f"{KIND}({KIND})", device=True)
def twice(x):
    return x * 2


@cuda.jit
def k(a):
    a[0] = twice(a[0])
