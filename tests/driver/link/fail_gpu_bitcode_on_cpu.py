# RUN: kernelc run %s k a=arange:float32:6 --device cpu
# CHECK-ERR: error: `inputs/scale_gpu.ll` cannot be used on the CPU device: `scale` uses llvm.nvvm.read.ptx.sreg.tid.x
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="inputs/scale_gpu.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
