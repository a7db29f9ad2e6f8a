# RUN: kernelc build %s --emit kir
# CHECK-STATUS: 2
from kernelc import *

@kernel
# CHECK-ERR: fail_annotation_missing.py:[[@LINE+4]]:22: error: the type of `n` is not known: it has no annotation [UnknownType]
# CHECK-ERR: def k(a: float32[:], n):
# CHECK-ERR:                      ^
# CHECK-ERR: help: give the types with --sig, for example --sig 'float32[::1], float32'
def k(a: float32[:], n):
    a[0] = n
