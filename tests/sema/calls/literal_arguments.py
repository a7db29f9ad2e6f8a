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
    # CHECK: shared_array {{.*}}32
    tile_sum(values, 32, cuda.atomic.add)
