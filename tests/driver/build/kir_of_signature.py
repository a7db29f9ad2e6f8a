# RUN: kernelc build %s --sig 'float32[::1], float32[::1], float32[::1]' --emit kir
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
# CHECK: kernel @add(%a: array<float32, 1, C, global>, %b: array<float32, 1, C, global>, %c: array<float32, 1, C, global>) {
# CHECK:   %0 = call_builtin cuda.grid.x : int64
# CHECK:   %1 = array_extent %c [0] : int64
# CHECK:   %2 = cmp lt %0, %1 : bool
# CHECK:   if %2 {
# CHECK:     %3 = element_ptr %a, %0 [0] : ptr<float32, global>
# CHECK:     %4 = load %3 : float32
# CHECK:     %5 = element_ptr %b, %0 [0] : ptr<float32, global>
# CHECK:     %6 = load %5 : float32
# CHECK:     %7 = add %4, %6 : float32
# CHECK:     %8 = element_ptr %c, %0 [0] : ptr<float32, global>
# CHECK:     store %8, %7
# CHECK:   }
# CHECK:   return
# CHECK: }
