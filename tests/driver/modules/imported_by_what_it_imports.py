# RUN: kernelc run %s k out=zeros:int64:5 -I %S/inputs --device cpu --grid 1 --block 1 --print out
# A file that is imported by one that it imports runs twice: as the program, and as a module with values of its own, which are
# no reason to forget those of the program.
from imports_its_importer import *
from numba import cuda

N = 2 if __name__ == "__main__" else 3
TIMES = []


@cuda.jit(device=True)
def add(x):
    return x + N


@cuda.jit
def k(out):
    out[0] = add(1)
    out[1] = N
    out[2] = len(TIMES)


TIMES.append(N)
k[1, 1]([0])
# CHECK: out: int64 (5,)
# CHECK:   [3, 2, 1, 0, 0]
# CHECK:   min 0  max 3  mean 1.2
