# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs/named_alike
# What is a library's in one place of the program is so where expressions are evaluated, and runs no file of that name.
import kinds
from cuda.bindings.driver import CUjitInputType
from numba import cuda as nb

KINDS = {"ptx": CUjitInputType.CU_JIT_INPUT_PTX, **kinds.KINDS}


@nb.jit
def k(out):
    out[0] = 3
# CHECK: out: int64 (1,)
# CHECK:   [3]
# CHECK:   min 3  max 3  mean 3
