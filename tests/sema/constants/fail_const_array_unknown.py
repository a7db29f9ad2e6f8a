# RUN: kernelc build %s --sig 'float64[::1]' --emit kir
import numpy as np
from numba import cuda

NOISE = np.random.rand(64)

@cuda.jit
def k(out):
    # Its shape is known, its contents are not.
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE+20]]:14: error: `NOISE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = NOISE.shape[0] + NOISE.size
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE-8]]:1: note: bound here
    # CHECK-ERR: NOISE = np.random.rand(64)
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE-11]]:1: note: not known: this differs from run to run
    # CHECK-ERR: NOISE = np.random.rand(64)
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define NOISE=VALUE`
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE+10]]:31: error: `NOISE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = NOISE.shape[0] + NOISE.size
    # CHECK-ERR:                               ^~~~~
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE-18]]:1: note: bound here
    # CHECK-ERR: NOISE = np.random.rand(64)
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE-21]]:1: note: not known: this differs from run to run
    # CHECK-ERR: NOISE = np.random.rand(64)
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define NOISE=VALUE`
    out[0] = NOISE.shape[0] + NOISE.size
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE+10]]:14: error: `NOISE` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[1] = NOISE[3]
    # CHECK-ERR:              ^~~~~
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE-29]]:1: note: bound here
    # CHECK-ERR: NOISE = np.random.rand(64)
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: fail_const_array_unknown.py:[[@LINE-32]]:1: note: not known: this differs from run to run
    # CHECK-ERR: NOISE = np.random.rand(64)
    # CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: kernels see numbers, strings, tuples, arrays of known contents, types and functions of the file; pass anything else as a parameter, or give its value: `--define NOISE=VALUE`
    out[1] = NOISE[3]
