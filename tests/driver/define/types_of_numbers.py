# Python's numbers are literals of the file, the others are NumPy's.
# RUN: kernelc build %s --emit kir --target cpu --define FACTOR=0.5
# RUN: kernelc build %s --emit kir --target cpu --define FACTOR=float32:0.5
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = x[0] * FACTOR
# CHECK: kernel @k(%x: array<float32, 1, C, global>) {
# CHECK:   %0 = const 0 : int64
# CHECK:   %1 = thread_count 0 : int64
# CHECK:   %2 = thread_count 1 : int64
# CHECK:   %3 = thread_count 2 : int64
# CHECK:   %4 = const 0 : int64
# CHECK:   %5 = element_ptr %x, %4 [0] : ptr<float32, global>
# CHECK:   %6 = const_float 0.5 : float64
# CHECK:   %7 = const 0 : int64
# CHECK:   %8 = element_ptr %x, %7 [0] : ptr<float32, global>
# CHECK:   thread_loop %0, %0, %0, %1, %2, %3 {
# CHECK:     %9 = load %5 : float32
# CHECK:     %10 = convert %9 : float64
# CHECK:     %11 = mul %10, %6 : float64
# CHECK:     %12 = convert %11 : float32
# CHECK:     store %8, %12
# CHECK:   }
# CHECK:   return
# CHECK: }
# CHECK: kernel @k(%x: array<float32, 1, C, global>) {
# CHECK:   %0 = const 0 : int64
# CHECK:   %1 = thread_count 0 : int64
# CHECK:   %2 = thread_count 1 : int64
# CHECK:   %3 = thread_count 2 : int64
# CHECK:   %4 = const 0 : int64
# CHECK:   %5 = element_ptr %x, %4 [0] : ptr<float32, global>
# CHECK:   %6 = const_float 0.5 : float32
# CHECK:   %7 = const 0 : int64
# CHECK:   %8 = element_ptr %x, %7 [0] : ptr<float32, global>
# CHECK:   thread_loop %0, %0, %0, %1, %2, %3 {
# CHECK:     %9 = load %5 : float32
# CHECK:     %10 = mul %9, %6 : float32
# CHECK:     store %8, %10
# CHECK:   }
# CHECK:   return
# CHECK: }
