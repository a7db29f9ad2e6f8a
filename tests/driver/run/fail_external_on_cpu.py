# RUN: kernelc run %s k a=zeros:float32:4 --device cpu
from numba import cuda

# CHECK-ERR: fail_external_on_cpu.py:[[@LINE+4]]:29: error: the external function `scale` is in nothing that the kernel is linked with on the CPU device [ExternalMissing]
# CHECK-ERR: scale = cuda.declare_device("scale", "float32(float32)", link="scale.cu")
# CHECK-ERR:                             ^~~~~~~
# CHECK-ERR: help: the CPU device links LLVM bitcode (.bc, .ll), objects and archives of the host (.o, .a) and shared libraries (.so); run the kernel with `--device cuda`, or name such a file in `link=` beside the others
scale = cuda.declare_device("scale", "float32(float32)", link="scale.cu")

@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
