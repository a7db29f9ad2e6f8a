# RUN: kernelc run %s k out=zeros:int32:8 --grid 1 --block 1 --device cpu --print out
# What an expression takes out of lists is the thing that the names have; what it makes anew is not.
from kernelc import *

A = [1, 2]
B = [1, 2]
G = {"a": A, "b": B}

@kernel
def k(out: int32[:]):
    out[0] = 1 if G.get("a") is A else 0
    out[1] = 1 if G.get("b") is A else 0
    out[2] = 1 if max(A, B) is A else 0
    out[3] = 1 if max(A, B) is B else 0
    out[4] = 1 if sorted(A) is sorted(B) else 0
    out[5] = 1 if A[0:1] is B[0:1] else 0
    out[6] = 1 if A + B is A + B else 0
    out[7] = 1 if sorted(A) == sorted(B) else 0
# CHECK: out: int32 (8,)
# CHECK:   [1, 0, 1, 0, 0, 0, 0, 1]
# CHECK:   min 0  max 1  mean 0.375
