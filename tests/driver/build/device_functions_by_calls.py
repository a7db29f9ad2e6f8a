# RUN: kernelc build --emit kir %s
# What a call of a decorator makes has the signature and the options of the call.
from numba import cuda


def f(x):
    return x * x


whole = cuda.jit("int32(int32)", device=True)(f)
single = cuda.jit("float32(float32)", device=True)(f)
f = cuda.jit("float64(float32)", device=True)(f)


@cuda.jit("void(float64[::1], float64)")
def k(out, x):
    out[0] = whole(x)
    out[1] = single(x)
    out[2] = f(x)
# CHECK: kernel @k(%out: array<float64, 1, C, global>, %x: float64) {
# CHECK:   %0 = convert %x : int32
# CHECK:   %1 = call @f %0 : int32
# CHECK:   %2 = const 0 : int32
# CHECK:   %3 = element_ptr %out, %2 [0] : ptr<float64, global>
# CHECK:   %4 = convert %1 : float64
# CHECK:   store %3, %4
# CHECK:   %5 = convert %x : float32
# CHECK:   %6 = call @f_1 %5 : float32
# CHECK:   %7 = const 1 : int32
# CHECK:   %8 = element_ptr %out, %7 [0] : ptr<float64, global>
# CHECK:   %9 = convert %6 : float64
# CHECK:   store %8, %9
# CHECK:   %10 = convert %x : float32
# CHECK:   %11 = call @f_2 %10 : float64
# CHECK:   %12 = const 2 : int32
# CHECK:   %13 = element_ptr %out, %12 [0] : ptr<float64, global>
# CHECK:   store %13, %11
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: device @f(%x: int32) -> int32 {
# CHECK:   %0 = convert %x : uint32
# CHECK:   %1 = mul %0, %0 : uint32
# CHECK:   %2 = convert %1 : int32
# CHECK:   return %2
# CHECK: }
# CHECK:
# CHECK: device @f_1(%x: float32) -> float32 name("f") {
# CHECK:   %0 = mul %x, %x : float32
# CHECK:   return %0
# CHECK: }
# CHECK:
# CHECK: device @f_2(%x: float32) -> float64 name("f") {
# CHECK:   %0 = mul %x, %x : float32
# CHECK:   %1 = convert %0 : float64
# CHECK:   return %1
# CHECK: }
