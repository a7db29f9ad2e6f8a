# RUN: kernelc build %s --emit kir --target cpu --define TILE=8 --define SCALE=float32:2
from kernelc import *

TILE = 4
SCALE = 1.0


@kernel
def first(out: int64[::1]):
    out[0] = TILE


@kernel
def second(x: float32[::1]):
    x[0] = x[0] * SCALE
# CHECK: kernel @first(%out: array<int64, 1, C, global>) {
# CHECK:   %0 = const 0 : int64
# CHECK:   %1 = thread_count 0 : int64
# CHECK:   %2 = thread_count 1 : int64
# CHECK:   %3 = thread_count 2 : int64
# CHECK:   %4 = const 0 : int64
# CHECK:   %5 = element_ptr %out, %4 [0] : ptr<int64, global>
# CHECK:   %6 = const 8 : int64
# CHECK:   thread_loop %0, %0, %0, %1, %2, %3 {
# CHECK:     store %5, %6
# CHECK:   }
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @second(%x: array<float32, 1, C, global>) {
# CHECK:   %0 = const 0 : int64
# CHECK:   %1 = thread_count 0 : int64
# CHECK:   %2 = thread_count 1 : int64
# CHECK:   %3 = thread_count 2 : int64
# CHECK:   %4 = const 0 : int64
# CHECK:   %5 = element_ptr %x, %4 [0] : ptr<float32, global>
# CHECK:   %6 = const_float 2 : float32
# CHECK:   %7 = const 0 : int64
# CHECK:   %8 = element_ptr %x, %7 [0] : ptr<float32, global>
# CHECK:   thread_loop %0, %0, %0, %1, %2, %3 {
# CHECK:     %9 = load %5 : float32
# CHECK:     %10 = mul %9, %6 : float32
# CHECK:     store %8, %10
# CHECK:   }
# CHECK:   return
# CHECK: }
