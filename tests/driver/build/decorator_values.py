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


# CHECK-SUBSET: .maxnreg 64
@cuda.jit(void(int64[::1]), max_registers=max(LIMITS))
def after(out):
    out[0] = 1


# CHECK-SUBSET: .maxnreg 25
@cuda.jit(void(int64[::1]), max_registers=int(np.floor(np.pi * 8)))
def pi(out):
    out[0] = 1


np.pi = 3


# CHECK-SUBSET: .maxnreg 40
@cuda.jit(void(int64[::1]), max_registers=COUNT * 10)
def typed(out):
    out[0] = 1


# CHECK-SUBSET: .visible .entry shaped(
# CHECK-SUBSET: st.global.b64 {{.*}}, 4607182418800017408
@cuda.jit(void(typeof(np.zeros(SHAPE))))
def shaped(out):
    out[0] = 1


SHAPE.append(4)
