# RUN: kernelc build %s --sig '(float32, int64), (float32[::1],), Tuple((int32,)), float32[::1]' --emit kir
from numba import cuda


@cuda.jit
def k(pair, arrays, one, out):
    # CHECK-ERR: tuples_in_parentheses.py:[[@LINE+4]]:14: warning: `+` of float32 and int32 is computed in float64, though no array in reach is that wide [Float64Creep]
    # CHECK-ERR:     out[0] = pair[0] + one[0] + arrays[0][pair[1]]
    # CHECK-ERR:              ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: convert the wider operand with `np.float32(...)`; pass scalar arguments as float32
    out[0] = pair[0] + one[0] + arrays[0][pair[1]]
# CHECK: kernel @k(%pair: tuple<float32, int64>, %arrays: tuple<array<float32, 1, C, global>>, %one: tuple<int32>, %out: array<float32, 1, C, global>) {
# CHECK:   %0 = tuple_get %pair [0] : float32
# CHECK:   %1 = tuple_get %pair [1] : int64
# CHECK:   %2 = tuple_get %pair [0] : float32
# CHECK:   %3 = tuple_get %pair [1] : int64
# CHECK:   %4 = tuple_get %one [0] : int32
# CHECK:   %5 = tuple_get %one [0] : int32
# CHECK:   %6 = convert %2 : float64
# CHECK:   %7 = convert %5 : float64
# CHECK:   %8 = add %6, %7 : float64
# CHECK:   %9 = tuple_get %arrays [0] : array<float32, 1, C, global>
# CHECK:   %10 = tuple_get %arrays [0] : array<float32, 1, C, global>
# CHECK:   %11 = tuple_get %pair [0] : float32
# CHECK:   %12 = tuple_get %pair [1] : int64
# CHECK:   %13 = tuple_get %pair [0] : float32
# CHECK:   %14 = tuple_get %pair [1] : int64
# CHECK:   %15 = element_ptr %10, %14 [1] : ptr<float32, global>
# CHECK:   %16 = load %15 : float32
# CHECK:   %17 = convert %16 : float64
# CHECK:   %18 = add %8, %17 : float64
# CHECK:   %19 = const 0 : int32
# CHECK:   %20 = element_ptr %out, %19 [0] : ptr<float32, global>
# CHECK:   %21 = convert %18 : float32
# CHECK:   store %20, %21
# CHECK:   return
# CHECK: }
