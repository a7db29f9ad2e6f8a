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
# CHECK:   %1 = call_builtin cuda.threadIdx.x : int32
# CHECK:   %2 = element_ptr %values, %1 [0] : ptr<float32, global>
# CHECK:   %3 = load %2 : float32
# CHECK:   %4 = call_builtin cuda.threadIdx.x : int32
# CHECK:   %5 = element_ptr %0, %4 [0] : ptr<float32, shared>
# CHECK:   store %5, %3
# CHECK:   call_builtin cuda.syncthreads
# CHECK:   %6 = const 0 : int32
# CHECK:   %7 = element_ptr %0, %6 [0] : ptr<float32, shared>
# CHECK:   %8 = load %7 : float32
# CHECK:   %9 = const 31 : int32
# CHECK:   %10 = element_ptr %values, %9 [0] : ptr<float32, global>
# CHECK:   %11 = atomic_rmw add %10, %8 : float32
# CHECK:   return
# CHECK: }
