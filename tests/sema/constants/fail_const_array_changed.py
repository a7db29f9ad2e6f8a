# RUN: kernelc build %s --sig 'int64[::1]' --emit kir
import time

import numpy as np
from numba import cuda

MASK = np.zeros(4)
MASK[int(time.time()) % 2] = 1.0
ROWS = np.zeros((2, 2))
FIRST = ROWS[0]
FIRST[1] = 5.0

COUNT = 1

def grow():
    global COUNT
    COUNT = 7

if time.time() > 0:
    grow()

class Config:
    SIZE = 3

Config.SIZE = int(time.time())

@cuda.jit
def k(out):
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+10]]:14: error: `MASK` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = MASK[2]
    # CHECK-ERR:              ^~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-25]]:1: note: bound here
    # CHECK-ERR: MASK = np.zeros(4)
    # CHECK-ERR: ~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-27]]:1: note: not known: was handed to code that is not known
    # CHECK-ERR: MASK[int(time.time()) % 2] = 1.0
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define MASK=VALUE`
    out[0] = MASK[2]
    out[2] = FIRST[1]
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+10]]:14: error: `COUNT` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[3] = COUNT
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-31]]:1: note: bound here
    # CHECK-ERR: COUNT = 1
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-27]]:5: note: not known: depends on something that is not known
    # CHECK-ERR:     grow()
    # CHECK-ERR:     ~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define COUNT=VALUE`
    out[3] = COUNT
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+10]]:14: error: `Config.SIZE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[1] = Config.SIZE
    # CHECK-ERR:              ^~~~~~~~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-32]]:5: note: bound here
    # CHECK-ERR:     SIZE = 3
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-33]]:1: note: not known: this differs from run to run
    # CHECK-ERR: Config.SIZE = int(time.time())
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter
    out[1] = Config.SIZE
