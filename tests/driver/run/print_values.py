# RUN: kernelc run %s k a=arange:float32:4 --device cpu --grid 2 --block 2
from numba import cuda

@cuda.jit
def k(a):
    i = cuda.grid(1)
    print("thread", i, "has", a[i], "100%", i > 1)
    if i == 3:
        print()
        print(cuda.threadIdx, cuda.blockDim, (i, (a[i], True)), None, 1 + 2j)
        print("{}", "a", "b", sep="--", end="|\n")
