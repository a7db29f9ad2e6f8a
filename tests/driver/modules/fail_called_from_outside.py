# RUN: kernelc check %s -I %S/inputs
# What functions of another file change there, be they called there as well or not.
import setup_below_main as consts
from numba import cuda

consts.setup()
consts.bump()


@cuda.jit("void(int64[::1])")
def set_by_setup(out):
    # CHECK-ERR: fail_called_from_outside.py:[[@LINE+7]]:14: error: `setup_below_main.N` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = consts.N
    # CHECK-ERR:              ^~~~~~~~
    # CHECK-ERR: inputs/setup_below_main.py:1:1: note: bound here
    # CHECK-ERR: N = 4
    # CHECK-ERR: ~
    # CHECK-ERR: help: its value is not known while compiling, or files that import it change it; make it a parameter of the kernel, or give its value: `--define N=VALUE`
    out[0] = consts.N


@cuda.jit("void(int64[::1])")
def set_by_bump(out):
    # CHECK-ERR: fail_called_from_outside.py:[[@LINE+7]]:14: error: `setup_below_main.M` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = consts.M
    # CHECK-ERR:              ^~~~~~~~
    # CHECK-ERR: <exec of setup_below_main.py:21>:1:1: note: bound here
    # CHECK-ERR: M = 100
    # CHECK-ERR: ~
    # CHECK-ERR: help: its value is not known while compiling, or files that import it change it; make it a parameter of the kernel, or give its value: `--define M=VALUE`
    out[0] = consts.M


@cuda.jit("void(int64[::1])")
def appended_by_setup(out):
    # CHECK-ERR: fail_called_from_outside.py:[[@LINE+7]]:18: error: `setup_below_main.T` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = len(consts.T)
    # CHECK-ERR:                  ^~~~~~~~
    # CHECK-ERR: inputs/setup_below_main.py:3:1: note: bound here
    # CHECK-ERR: T = [1, 2, 3]
    # CHECK-ERR: ~
    # CHECK-ERR: help: its value is not known while compiling, or files that import it change it; make it a parameter of the kernel, or give its value: `--define T=VALUE`
    out[0] = len(consts.T)
