# A kernel's own variables keep their values, and so do those of functions that have no functions inside (`area`).
# RUN: kernelc run %s k out=zeros:int64:2 n=5 --device cpu --grid 1 --block 1 --print out --define n=100
from kernelc import *


def area(n):
    return n * n


AREA = area(3)


def make(n):
    @device
    def f(x):
        return x + n

    return f


add = make(1)


@kernel
def k(out, n):
    out[0] = n
    out[1] = add(AREA)
# CHECK: out: int64 (2,)
# CHECK:   [5, 109]
# CHECK:   min 5  max 109  mean 57
