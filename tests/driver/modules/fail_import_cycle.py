# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
from inputs.cycle_a import A
from numba import cuda

@cuda.jit
def k(out):
    # CHECK-ERR: fail_import_cycle.py:[[@LINE+10]]:14: error: `A` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = A
    # CHECK-ERR:              ^
    # CHECK-ERR: fail_import_cycle.py:[[@LINE-8]]:28: note: bound here
    # CHECK-ERR: from inputs.cycle_a import A
    # CHECK-ERR:                            ~
    # CHECK-ERR: fail_import_cycle.py:[[@LINE-11]]:1: note: not known: its statement raises ImportError: cannot import name 'A'
    # CHECK-ERR: from inputs.cycle_a import A
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: its value is not known while compiling; make it a parameter of the kernel, or give its value: `--define A=VALUE`
    out[0] = A
