# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_dict.py:[[@LINE+4]]:9: error: kernels have no dictionaries [UnsupportedDict]
    # CHECK-ERR:     x = {"one": 1}
    # CHECK-ERR:         ^~~~~~~~~~
    # CHECK-ERR: help: use parameters, tuples or arrays indexed by integers
    x = {"one": 1}
