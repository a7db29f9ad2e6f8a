# RUN: kernelc build %s -k make.apply --emit kir
from kernelc import *
from numba import cuda

def make(function):
    called = cuda.jit(device=True)(function)

    @kernel
    def apply(out: float32[:]):
        # CHECK-ERR: fail_outer_function.py:[[@LINE+10]]:18: error: `called` has no value before `make` is called [OuterValue]
        # CHECK-ERR:         out[0] = called(out[0])
        # CHECK-ERR:                  ^~~~~~
        # CHECK-ERR: fail_outer_function.py:[[@LINE-7]]:5: note: bound here
        # CHECK-ERR:     called = cuda.jit(device=True)(function)
        # CHECK-ERR:     ~~~~~~
        # CHECK-ERR: fail_outer_function.py:[[@LINE-11]]:10: note: made of this parameter of it
        # CHECK-ERR: def make(function):
        # CHECK-ERR:          ~~~~~~~~
        # CHECK-ERR: help: call it in the file, as in `fixed = make(...)`, and use the kernel `fixed`; or make `called` a parameter of the kernel, or give its value: `--define called=VALUE`
        out[0] = called(out[0])

    return apply

