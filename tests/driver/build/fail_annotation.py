# RUN: kernelc build %s --emit kir
# CHECK-STATUS: 2
from kernelc import *

@kernel
# CHECK-ERR: fail_annotation.py:[[@LINE+4]]:25: error: the type of `n` is not known: `flot32` is not a type [UnknownType]
# CHECK-ERR: def k(a: float32[:], n: flot32, image):
# CHECK-ERR:                         ^~~~~~
# CHECK-ERR: help: give the types with --sig, for example --sig 'float32[::1], float32, float32[::1]'
def k(a: float32[:], n: flot32, image):
    a[0] = n + image.size
