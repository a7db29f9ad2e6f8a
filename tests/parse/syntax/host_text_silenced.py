# RUN: kernelc build %s --emit kir -W no-MisplacedStatement
from numba import cuda

data = await fetch()


@cuda.jit("void(int32[:])")
def one(a):
    a[0] = 1


return data
# CHECK: kernel @one(%a: array<int32, 1, A, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %a, %0 [0] : ptr<int32, global>
# CHECK:   %2 = const 1 : int32
# CHECK:   store %1, %2
# CHECK:   return
# CHECK: }
