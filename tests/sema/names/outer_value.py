# RUN: kernelc check %s
from numba import cuda

def make(factor, threads):
    half = threads // 2

    @cuda.jit("void(float32[:])")
    def scale(a):
        tile = cuda.shared.array(threads, "float32")
        tile[cuda.threadIdx.x] = a[cuda.threadIdx.x] * factor
        cuda.syncthreads()
        a[cuda.threadIdx.x] = tile[half]

    return scale

double = make(2, 64)
