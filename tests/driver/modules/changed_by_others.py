# RUN: kernelc run %s of_a_module out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# RUN: kernelc run %s of_another_file out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# RUN: kernelc run %s of_a_list out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# RUN: kernelc run %s of_a_class out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# RUN: kernelc run %s untouched out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out -I %S/inputs
# What one file changes of another is changed for all who read it later.
import settings
import settings_changer
from numba import cuda
from settings import OPTIONS, TABLE, Limits

FIXED = 3
from settings import *

settings.N = 8
TABLE.append(3)
Limits.low = 4
COUNT = len(TABLE)


@cuda.jit("void(int64[::1])")
def of_a_module(out):
    out[0] = settings.N


@cuda.jit("void(int64[::1])")
def of_another_file(out):
    out[0] = settings.M


@cuda.jit("void(int64[::1])")
def of_a_list(out):
    out[0] = COUNT


@cuda.jit("void(int64[::1])")
def of_a_class(out):
    out[0] = Limits.low


@cuda.jit("void(int64[::1])")
def untouched(out):
    out[0] = settings.FIXED + FIXED + OPTIONS["n"]
# CHECK: out: int64 (1,)
# CHECK:   [8]
# CHECK:   min 8  max 8  mean 8
# CHECK: out: int64 (1,)
# CHECK:   [5]
# CHECK:   min 5  max 5  mean 5
# CHECK: out: int64 (1,)
# CHECK:   [3]
# CHECK:   min 3  max 3  mean 3
# CHECK: out: int64 (1,)
# CHECK:   [4]
# CHECK:   min 4  max 4  mean 4
# CHECK: out: int64 (1,)
# CHECK:   [15]
# CHECK:   min 15  max 15  mean 15
