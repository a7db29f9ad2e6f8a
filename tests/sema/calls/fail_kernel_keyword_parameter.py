# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], int32)")
# CHECK-ERR: fail_kernel_keyword_parameter.py:[[@LINE+4]]:24: error: a kernel cannot have the parameter `n` [KernelParameter]
# CHECK-ERR: def keyword_only(a, *, n):
# CHECK-ERR:                        ^
# CHECK-ERR: help: a launch passes arguments by position: leave the `*` in front of it away
def keyword_only(a, *, n):
    a[0] = n

@cuda.jit
# CHECK-ERR: fail_kernel_keyword_parameter.py:[[@LINE+4]]:14: error: a kernel cannot have the parameter `args` [KernelParameter]
# CHECK-ERR: def untyped(*args):
# CHECK-ERR:              ^~~~
# CHECK-ERR: help: a launch passes arguments by position: name each of them, or pass them as one tuple
def untyped(*args):
    args[0][0] = 1

@cuda.jit
# CHECK-ERR: fail_kernel_keyword_parameter.py:[[@LINE+4]]:19: error: a kernel cannot have the parameter `options` [KernelParameter]
# CHECK-ERR: def collects(a, **options):
# CHECK-ERR:                   ^~~~~~~
# CHECK-ERR: help: a launch passes arguments by position: name each of them, or pass them as one tuple
def collects(a, **options):
    a[0] = 1
