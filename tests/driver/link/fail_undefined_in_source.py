# REQUIRES: nvrtc nvjitlink
# RUN: kernelc build %s --emit cubin --target sm_90 -o %t/k.cubin
from numba import cuda

# CHECK-ERR: fail_undefined_in_source.py:[[@LINE+7]]:29: error: the external function `scales` is in nothing that the kernel is linked with on CUDA devices [ExternalMissing]
# CHECK-ERR: scale = cuda.declare_device("scales", "float32(float32, int16)", link="inputs/scale.cu", abi="c")
# CHECK-ERR:                             ^~~~~~~~
# CHECK-ERR: note: the kernel is linked with `inputs/scale.cu`
# CHECK-ERR: note: nvJitLink cannot link the kernel with `inputs/scale.cu` for sm_90:
# CHECK-ERR: error   : Undefined reference to 'scales' in 'kernelc.ptx'
# CHECK-ERR: help: name a file that defines `extern "C" __device__ ... scales(...)` in `link=`: .cu, .ptx, .cubin, .fatbin, .o, .a, .ltoir, .bc or .ll
scale = cuda.declare_device("scales", "float32(float32, int16)", link="inputs/scale.cu", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = scale(a[i], i)
