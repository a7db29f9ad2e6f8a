# RUN: kernelc run %s k a=zeros:int64:1 --device cpu --grid 1 --block 1 --print a
# RUN: kernelc run %s k@7 a=zeros:int64:1 --device cpu --grid 1 --block 1 --print a
# RUN: kernelc build %s --sig "int64[::1]" --emit kir
from numba import cuda

@cuda.jit
def k(a):
    a[0] = 1

@cuda.jit
def k(a):
    a[0] = 2
# CHECK: a: int64 (1,)
# CHECK:   [2]
# CHECK:   min 2  max 2  mean 2
# CHECK: a: int64 (1,)
# CHECK:   [1]
# CHECK:   min 1  max 1  mean 1
# CHECK: kernel @k(%a: array<int64, 1, C, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<int64, global>
# CHECK:   %2 = const 2 : int64
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
