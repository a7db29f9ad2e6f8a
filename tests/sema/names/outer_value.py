# RUN: kernelc check %s
from numba import cuda

def make(factor, threads):
    half = threads // 2

    @cuda.jit("void(float32[:])")
    def scale(a):
        tile = cuda.shared.array(threads, "float32")
        # CHECK-ERR: outer_value.py:[[@LINE+4]]:34: warning: `*` of float32 and int64 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         tile[cuda.threadIdx.x] = a[cuda.threadIdx.x] * factor
        # CHECK-ERR:                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: help: write the literal as `np.float32(...)`, or use `--literals weak`
        tile[cuda.threadIdx.x] = a[cuda.threadIdx.x] * factor
        cuda.syncthreads()
        a[cuda.threadIdx.x] = tile[half]

    return scale

double = make(2, 64)
