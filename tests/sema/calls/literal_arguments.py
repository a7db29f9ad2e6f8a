# A device function that cannot be compiled for an int64 is compiled for the number itself.
# RUN: kernelc build %s -k kernel --emit kir
from numba import cuda, float32


@cuda.jit(device=True)
def tile_sum(values, size, function):
    tile = cuda.shared.array(size, float32)
    tile[cuda.threadIdx.x] = values[cuda.threadIdx.x]
    cuda.syncthreads()
    function(values, size - 1, tile[0])


@cuda.jit("void(float32[::1])")
def kernel(values):
    tile_sum(values, 32, cuda.atomic.add)
# CHECK: kernel @kernel(%values: array<float32, 1, C, global>) {
# CHECK:   %0 = shared_array [32] : array<float32, 1, C, shared>
# CHECK:   %1 = const 32 : int64
# CHECK:   %2 = call_builtin cuda.threadIdx.x : int32
# CHECK:   %3 = element_ptr %values, %2 [0] : ptr<float32, global>
# CHECK:   %4 = load %3 : float32
# CHECK:   %5 = call_builtin cuda.threadIdx.x : int32
# CHECK:   %6 = element_ptr %0, %5 [0] : ptr<float32, shared>
# CHECK:   store %6, %4
# CHECK:   call_builtin cuda.syncthreads
# CHECK:   %7 = const 0 : int64
# CHECK:   %8 = element_ptr %0, %7 [0] : ptr<float32, shared>
# CHECK:   %9 = load %8 : float32
# CHECK:   %10 = const 31 : int64
# CHECK:   %11 = element_ptr %values, %10 [0] : ptr<float32, global>
# CHECK:   %12 = atomic_rmw add %11, %9 : float32
# CHECK:   return
# CHECK: }
