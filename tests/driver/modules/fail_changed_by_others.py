# RUN: kernelc check %s -I %S/inputs
# What one file changes of another in ways that are not followed has no value; the rest has.
import settings
import settings_changer
from numba import cuda
from settings import OPTIONS, TABLE, Limits

FIXED = 3
from settings import *

settings.N = 8
TABLE.append(3)
Limits.low = 4
COUNT = len(TABLE)


@cuda.jit("void(int64[::1])")
def of_a_module(out):
    # CHECK-ERR: fail_changed_by_others.py:[[@LINE+7]]:14: error: `settings.N` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = settings.N
    # CHECK-ERR:              ^~~~~~~~~~
    # CHECK-ERR: inputs/settings.py:1:1: note: bound here
    # CHECK-ERR: N = 1
    # CHECK-ERR: ~
    # CHECK-ERR: help: its value is not known while compiling, or files that import it change it; make it a parameter of the kernel, or give its value: `--define N=VALUE`
    out[0] = settings.N


@cuda.jit("void(int64[::1])")
def of_another_file(out):
    out[0] = settings.M


@cuda.jit("void(int64[::1])")
def of_a_list(out):
    out[0] = COUNT


@cuda.jit("void(int64[::1])")
def of_a_class(out):
    # CHECK-ERR: fail_changed_by_others.py:[[@LINE+7]]:14: error: `Limits.low` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = Limits.low
    # CHECK-ERR:              ^~~~~~~~~~
    # CHECK-ERR: inputs/settings.py:9:5: note: bound here
    # CHECK-ERR:     low = 1
    # CHECK-ERR:     ~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter
    out[0] = Limits.low


@cuda.jit("void(int64[::1])")
def untouched(out):
    out[0] = settings.FIXED + FIXED + OPTIONS["n"]
