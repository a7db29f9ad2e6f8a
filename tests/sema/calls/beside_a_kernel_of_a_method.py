# What the program does not call has no frame: a function beside the kernel is its text's, and reads the file's names.
# RUN: kernelc build %s -k k --emit kir
from numba import cuda

FACTOR = 3


class Test:
    def test_factor(self):
        @cuda.jit(device=True)
        def scaled(x):
            return FACTOR * x

        @cuda.jit("void(int64[::1])")
        def k(out):
            out[0] = scaled(out[1])
# CHECK: kernel @Test_test_factor_k(%out: array<int64, 1, C, global>) name("Test.test_factor.k") {
# CHECK:   %0 = const 1 : int32
# CHECK:   %1 = element_ptr %out, %0 [0] : ptr<int64, global>
# CHECK:   %2 = load %1 : int64
# CHECK:   %3 = call @Test_test_factor_scaled %2 : int64
# CHECK:   %4 = const 0 : int32
# CHECK:   %5 = element_ptr %out, %4 [0] : ptr<int64, global>
# CHECK:   store %5, %3
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: device @Test_test_factor_scaled(%x: int64) -> int64 name("Test.test_factor.scaled") {
# CHECK:   %0 = const 3 : int64
# CHECK:   %1 = mul %0, %x : int64
# CHECK:   return %1
# CHECK: }
