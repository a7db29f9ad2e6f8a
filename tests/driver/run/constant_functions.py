# Functions of the host that extents of arrays call: with loops, with other functions, and one that has a builtin's name.
# RUN: kernelc run %s shaped out=zeros:int64:3 --device cpu --grid 1 --block 1 --print out
from numba import cuda, float32

N = 5
N += 1


def abs(x):
    return 1000


def rows(n):
    total = 0
    for i in range(n):
        total += i * width(N)
    return total


def width(n):
    return n if n > 3 else abs(n)


def limit(n=2):
    return abs(n)


@cuda.jit("void(int64[:])")
def shaped(out):
    a = cuda.shared.array(rows(3), float32)
    b = cuda.shared.array((limit(), 2), float32)
    out[0] = a.size
    out[1] = b.shape[0]
    out[2] = width(1)
# CHECK: out: int64 (3,)
# CHECK:   [18, 1000, 1000]
# CHECK:   min 18  max 1000  mean 672.666667
