# A name of the kernel and one of the file that a function of the host reads may be the same.
# RUN: kernelc run %s K out=zeros:int64:2 --device cpu --grid 1 --block 1 --print out
from numba import cuda, float32

N = 10


def more(x):
    return x + N


def make(N):
    @cuda.jit("void(int64[:])")
    def kernel(out):
        a = cuda.shared.array(more(N), float32)
        b = cuda.shared.array(N + more(5) + more(6), float32)
        out[0] = a.size
        out[1] = b.size
    return kernel


K = make(3)
# CHECK: out: int64 (2,)
# CHECK:   [13, 34]
# CHECK:   min 13  max 34  mean 23.5
