# RUN: kernelc check %s
from kernelc import *
import math


@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_library_arguments.py:[[@LINE+4]]:12: error: `math.fsum` cannot be computed for ((float64, (float64, float64))) [LibraryArguments]
    # CHECK-ERR:     a[0] = math.fsum((1.0, (2.0, 3.0)))
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: `kernelc builtins math.fsum` shows what it takes
    a[0] = math.fsum((1.0, (2.0, 3.0)))
