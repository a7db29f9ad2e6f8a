# RUN: kernelc run %s helper a=arange:float32:3 --device cpu --print a
# CHECK-ERR: note: chosen: --grid 1 (x by `a`) --block 256 (by the occupancy calculator)
# The kernel and a function of the bitcode have one name, and each goes on to mean its own.
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32, int16)", link="inputs/helper.ll", abi="c")


@cuda.jit
def helper(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i], i)
# CHECK: a: float32 (3,)
# CHECK:   [101.0, 102.0, 103.0]
# CHECK:   min 101.0  max 103.0  mean 102
