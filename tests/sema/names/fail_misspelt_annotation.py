# RUN: kernelc check %s
from kernelc import *

@kernel
# CHECK-ERR: fail_misspelt_annotation.py:[[@LINE+12]]:10: error: name `flot32` is not defined [UnknownName]
# CHECK-ERR: def k(a: flot32[:], n: int_32, image: Picture, factor: f32):
# CHECK-ERR:          ^~~~~~
# CHECK-ERR: help: did you mean `float32`?
# CHECK-ERR: fail_misspelt_annotation.py:[[@LINE+8]]:24: error: name `int_32` is not defined [UnknownName]
# CHECK-ERR: def k(a: flot32[:], n: int_32, image: Picture, factor: f32):
# CHECK-ERR:                        ^~~~~~
# CHECK-ERR: help: did you mean `int32`?
# CHECK-ERR: fail_misspelt_annotation.py:[[@LINE+4]]:56: error: name `f32` is not defined [UnknownName]
# CHECK-ERR: def k(a: flot32[:], n: int_32, image: Picture, factor: f32):
# CHECK-ERR:                                                        ^~~
# CHECK-ERR: help: did you mean `float32`?
def k(a: flot32[:], n: int_32, image: Picture, factor: f32):
    a[0] = n
