# RUN: kernelc build --emit kir %s
import numba
import numpy as np
from numba import cuda

TABLE = np.zeros((4, 3), dtype=np.float32)
SCALE = np.float32(2)

@cuda.jit(numba.void(numba.typeof(TABLE), numba.typeof(SCALE)))
def scale(t, s):
    i, j = cuda.grid(2)
    if i < t.shape[0] and j < t.shape[1]:
        t[i, j] *= s
# CHECK: kernel @scale(%t: array<float32, 2, C, global>, %s: float32) {
# CHECK:   %0 = call_builtin cuda.grid.x : int64
# CHECK:   %1 = call_builtin cuda.grid.y : int64
# CHECK:   %2 = array_extent %t [0] : int64
# CHECK:   %3 = cmp lt %0, %2 : bool
# CHECK:   %4 = array_extent %t [1] : int64
# CHECK:   %5 = cmp lt %1, %4 : bool
# CHECK:   %6 = const 0 : bool
# CHECK:   %7 = select %3, %5, %6 : bool
# CHECK:   if %7 {
# CHECK:     %8 = element_ptr %t, %0, %1 [0] : ptr<float32, global>
# CHECK:     %9 = load %8 : float32
# CHECK:     %10 = mul %9, %s : float32
# CHECK:     store %8, %10
# CHECK:   }
# CHECK:   return
# CHECK: }
