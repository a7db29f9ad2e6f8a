# Options and signatures have the values that the program has when the decorator runs.
# RUN: kernelc build %s --emit ptx --target sm_80
import numpy as np
from numba import cuda, int64, typeof, void

LIMITS = [16, 32]
SHAPE = [3]
COUNT = np.int32(4)


# CHECK-SUBSET: .maxnreg 32
@cuda.jit(void(int64[::1]), max_registers=int(np.max(LIMITS)))
def before(out):
    out[0] = 1


LIMITS.append(64)


# CHECK-SUBSET: .maxnreg 40
@cuda.jit(void(int64[::1]), max_registers=COUNT * 10)
def typed(out):
    out[0] = 1


# CHECK-SUBSET: .param .u64 .ptr .align 1 shaped_param_1
@cuda.jit(void(typeof(np.zeros(SHAPE))))
def shaped(out):
    out[0] = 1


SHAPE.append(4)
