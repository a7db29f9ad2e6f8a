# RUN: kernelc build --emit kir %s
import numpy as np
from numba import cuda, float32, from_dtype, int32, types, void

# Types are what the program has when the decorator runs.
SHORT = getattr(types, "int16")
FIELDS = [("x", np.float32)]
FIELDS.append(("y", np.int16))
POINT = from_dtype(np.dtype(FIELDS))
SIGNATURES = [void(t[:], t) for t in (float32, int32)]
SIGNATURES.append("void(float64[::1], float64)")

@cuda.jit(void(SHORT[:], types.Array(float32, 2, "F"), types.UniTuple(int32, 3)))
def mixed(out, matrix, triple):
    out[0] = matrix[0, 0] + triple[1]

@cuda.jit(SIGNATURES)
def several(out, value):
    out[0] = value

@cuda.jit(void(POINT[:]))
def fields(points):
    points[0].y = 1

SIGNATURES.append(void(int32[:]))
FIELDS.append(("z", np.int64))
# CHECK: kernel @mixed(%out: array<int16, 1, A, global>, %matrix: array<float32, 2, F, global>, %triple: tuple<int32, int32, int32>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = const 0 : int32
# CHECK:   %2 = element_ptr %matrix, %0, %1 [0] : ptr<float32, global>
# CHECK:   %3 = load %2 : float32
# CHECK:   %4 = tuple_get %triple [0] : int32
# CHECK:   %5 = tuple_get %triple [1] : int32
# CHECK:   %6 = tuple_get %triple [2] : int32
# CHECK:   %7 = tuple_get %triple [0] : int32
# CHECK:   %8 = tuple_get %triple [1] : int32
# CHECK:   %9 = tuple_get %triple [2] : int32
# CHECK:   %10 = convert %3 : float64
# CHECK:   %11 = convert %8 : float64
# CHECK:   %12 = add %10, %11 : float64
# CHECK:   %13 = const 0 : int32
# CHECK:   %14 = element_ptr %out, %13 [0] : ptr<int16, global>
# CHECK:   %15 = convert %12 : int16
# CHECK:   store %14, %15
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @several(%out: array<float32, 1, A, global>, %value: float32) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %out, %0 [0] : ptr<float32, global>
# CHECK:   store %1, %value
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @several_1(%out: array<int32, 1, A, global>, %value: int32) name("several") {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %out, %0 [0] : ptr<int32, global>
# CHECK:   store %1, %value
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @several_2(%out: array<float64, 1, C, global>, %value: float64) name("several") {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %out, %0 [0] : ptr<float64, global>
# CHECK:   store %1, %value
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @fields(%points: array<record<6, 1, 0 "x": float32, 4 "y": int16>, 1, A, global>) {
# CHECK:   %0 = const 0 : int32
# CHECK:   %1 = element_ptr %points, %0 [0] : ptr<record<6, 1, 0 "x": float32, 4 "y": int16>, global>
# CHECK:   %2 = field_ptr %1 [1] : ptr<int16, global, unaligned>
# CHECK:   %3 = const 1 : int16
# CHECK:   store %2, %3
# CHECK:   return
# CHECK: }
