# RUN: kernelc run %s k a=zeros:float32:4 --device cpu
# CHECK-ERR: error: fail_external_on_cpu.py: the kernel calls the external function `scale`, which is linked on CUDA devices alone: run it with --device cuda, or write the function in Python
from numba import cuda

scale = cuda.declare_device("scale", "float32(float32)", link="scale.cu")

@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
