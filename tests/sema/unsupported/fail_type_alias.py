# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_type_alias.py:[[@LINE+4]]:5: error: kernels have no `type` statement [UnsupportedTypeAlias]
    # CHECK-ERR:     type Pair = tuple
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: define the alias at the top of the file
    type Pair = tuple
