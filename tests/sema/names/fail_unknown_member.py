# RUN: kernelc check %s
from kernelc import *

import math

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unknown_member.py:[[@LINE+4]]:12: error: `math.pie` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[0] = math.pie
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: `kernelc builtins` lists what kernels have
    a[0] = math.pie
