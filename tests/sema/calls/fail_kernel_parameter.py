# RUN: kernelc check %s
from kernelc import *

@kernel
# CHECK-ERR: fail_kernel_parameter.py:[[@LINE+4]]:23: error: a kernel cannot have the parameter `rest` [KernelParameter]
# CHECK-ERR: def k(a: float32[:], *rest):
# CHECK-ERR:                       ^~~~
# CHECK-ERR: help: a launch passes arguments by position: name each of them, or pass them as one tuple
def k(a: float32[:], *rest):
    a[0] = 0
