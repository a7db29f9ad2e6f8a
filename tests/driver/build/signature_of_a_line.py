# RUN: kernelc build %s -k kernel@8 --sig "kernel(int32[::1])" --emit kir
# RUN: kernelc build %s -k kernel@8 --sig "kernel@8(int32[::1])" --emit kir
# RUN: kernelc build %s -k kernel@8 --sig "int32[::1]" --emit kir
# RUN: kernelc build %s --sig "kernel@8(int32[::1])" --emit kir
from numba import cuda

@cuda.jit
def kernel(a):
    a[0] = 1


@cuda.jit
def kernel(a, b):
    a[0] = b
# CHECK: kernel @kernel(%a: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel(%a: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel(%a: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK: kernel @kernel(%a: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
