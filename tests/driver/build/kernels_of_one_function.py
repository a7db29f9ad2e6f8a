# RUN: kernelc build --emit kir %s --sig "first(int32[::1])" --sig "second(int32[::1])" -k k1 -k k2 -k first -k second -k kernels.0 -k kernels.1
# Each kernel that is made of a function has what the names are when Numba compiles it: with a signature where it is made,
# else where it is launched first.
import numpy as np
from numba import cuda

G = 1


def f(x):
    x[0] = G


k1 = cuda.jit("void(int32[::1])")(f)
G = 2
k2 = cuda.jit("void(int32[::1])")(f)
first = cuda.jit(f)
second = cuda.jit(f)
data = np.zeros(1, np.int32)
G = 3
second[1, 1](data)
G = 4
first[1, 1](data)
G = 5
second[1, 1](data)

kernels = []
for H in (10, 20):

    @cuda.jit("void(int32[::1])")
    def k(x):
        x[0] = H

    kernels.append(k)
H = 30
# CHECK: kernel @k1(%x: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @k2(%x: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 2 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @first(%x: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 4 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @second(%x: array<int32, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 3 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @kernels_0(%x: array<int32, 1, C, global>) name("kernels.0") {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 10 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @kernels_1(%x: array<int32, 1, C, global>) name("kernels.1") {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %x, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 20 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
