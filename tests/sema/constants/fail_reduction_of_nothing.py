# RUN: kernelc check %s
import numpy as np
from kernelc import *

NOTHING = np.array([], dtype=np.float64)

@kernel
def k(out: float64[:]):
    # CHECK-ERR: fail_reduction_of_nothing.py:[[@LINE+3]]:21: error: `np.max` wants an array with elements, not an empty one [ArgumentType]
    # CHECK-ERR:     out[0] = np.max(NOTHING)
    # CHECK-ERR:                     ^~~~~~~
    out[0] = np.max(NOTHING)
    # CHECK-ERR: fail_reduction_of_nothing.py:[[@LINE+3]]:14: error: `NOTHING.min` wants an array with elements, not an empty one [ArgumentType]
    # CHECK-ERR:     out[1] = NOTHING.min()
    # CHECK-ERR:              ^~~~~~~~~~~
    out[1] = NOTHING.min()
    # CHECK-ERR: fail_reduction_of_nothing.py:[[@LINE+3]]:14: error: `NOTHING.argmax` wants an array with elements, not an empty one [ArgumentType]
    # CHECK-ERR:     out[2] = NOTHING.argmax()
    # CHECK-ERR:              ^~~~~~~~~~~~~~
    out[2] = NOTHING.argmax()
    out[3] = NOTHING.sum() + np.count_nonzero(NOTHING)
