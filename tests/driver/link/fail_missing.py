# RUN: kernelc build %s --emit cubin --target sm_90
from numba import cuda

# CHECK-ERR: fail_missing.py:[[@LINE+5]]:29: error: the external function `scales` is in nothing that the kernel is linked with on CUDA devices [ExternalMissing]
# CHECK-ERR: scale = cuda.declare_device("scales", "float32(float32)", link="inputs/scale_ptr.ll", abi="c")
# CHECK-ERR:                             ^~~~~~~~
# CHECK-ERR: note: the kernel is linked with `inputs/scale_ptr.ll`
# CHECK-ERR: help: name a file that defines `extern "C" __device__ ... scales(...)` in `link=`: .cu, .ptx, .cubin, .fatbin, .o, .a, .ltoir, .bc or .ll
scale = cuda.declare_device("scales", "float32(float32)", link="inputs/scale_ptr.ll", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i])
