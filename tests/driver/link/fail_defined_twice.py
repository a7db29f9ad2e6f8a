# RUN: kernelc build %s --emit ptx --link %S/inputs/again.ll
# CHECK-ERR: error: `inputs/scale.ll` cannot be linked: Linking globals named 'scale': symbol multiply defined!
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32, int16)", link="inputs/scale.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i], i)
