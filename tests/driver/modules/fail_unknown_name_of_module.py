# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
import inputs.helpers as h
from inputs.helpers import Missing
from numba import cuda

@cuda.jit
def k(out):
    # CHECK-ERR: fail_unknown_name_of_module.py:[[@LINE+6]]:14: error: the module inputs.helpers has no attribute `nothing` [UnknownAttribute]
    # CHECK-ERR:     out[0] = h.nothing
    # CHECK-ERR:              ^~~~~~~~~
    # CHECK-ERR: fail_unknown_name_of_module.py:[[@LINE+3]]:14: note: the module inputs.helpers
    # CHECK-ERR:     out[0] = h.nothing
    # CHECK-ERR:              ~
    out[0] = h.nothing
    # CHECK-ERR: fail_unknown_name_of_module.py:[[@LINE+10]]:14: error: `Missing` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[1] = Missing
    # CHECK-ERR:              ^~~~~~~
    # CHECK-ERR: fail_unknown_name_of_module.py:[[@LINE-15]]:28: note: bound here
    # CHECK-ERR: from inputs.helpers import Missing
    # CHECK-ERR:                            ~~~~~~~
    # CHECK-ERR: fail_unknown_name_of_module.py:[[@LINE-18]]:1: note: not known: its statement raises ImportError: cannot import name 'Missing'
    # CHECK-ERR: from inputs.helpers import Missing
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: its value is not known while compiling; make it a parameter of the kernel, or give its value: `--define Missing=VALUE`
    out[1] = Missing
