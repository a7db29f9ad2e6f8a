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

grow()

class Config:
    SIZE = 3

Config.SIZE = 5

@cuda.jit
def k(out):
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+7]]:14: error: `MASK` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = MASK[2]
    # CHECK-ERR:              ^~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-24]]:1: note: bound here
    # CHECK-ERR: MASK = np.zeros(4)
    # CHECK-ERR: ~~~~
    # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter
    out[0] = MASK[2]
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+7]]:14: error: `FIRST` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[2] = FIRST[1]
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-29]]:1: note: bound here
    # CHECK-ERR: FIRST = ROWS[0]
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter
    out[2] = FIRST[1]
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+7]]:14: error: `COUNT` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[3] = COUNT
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE-34]]:1: note: bound here
    # CHECK-ERR: COUNT = 1
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter
    out[3] = COUNT
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+6]]:14: error: the class Config has no attribute `SIZE` [UnknownAttribute]
    # CHECK-ERR:     out[1] = Config.SIZE
    # CHECK-ERR:              ^~~~~~~~~~~
    # CHECK-ERR: fail_const_array_changed.py:[[@LINE+3]]:14: note: the class Config
    # CHECK-ERR:     out[1] = Config.SIZE
    # CHECK-ERR:              ~~~~~~
    out[1] = Config.SIZE
