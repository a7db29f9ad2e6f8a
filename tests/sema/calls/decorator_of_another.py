# What is wrong with a decorator matters to the kernels that use the function.
# RUN: kernelc build %s -k good --emit kir
from numba import cuda


@cuda.jit("void(float32[:)")
def bad(a):
    a[0] = 1


@cuda.jit("void(float32[::1])")
def good(a):
    a[0] = 2
# CHECK: kernel @good(%a: array<float32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<float32, global>
# CHECK:   %2 = const_float 2 : float32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
