# RUN: kernelc run %s k out=zeros:int32:4 --grid 1 --block 1 --device cpu --print out
from kernelc import *

A = [1, 2]
B = A
C = [1, 2]

@kernel
def k(out: int32[:]):
    out[0] = 1 if A is B else 0
    out[1] = 1 if A is C else 0
    out[2] = 1 if A is not C else 0
    out[3] = 1 if A == C else 0
# CHECK: out: int32 (4,)
# CHECK:   [1, 0, 1, 1]
# CHECK:   min 0  max 1  mean 0.75
