# RUN: kernelc check %s
from kernelc import *

@device
# CHECK-ERR: fail_duplicate_argument.py:[[@LINE+3]]:20: error: duplicate argument `x` in function definition [DuplicateArgument]
# CHECK-ERR: def distance(x, y, x):
# CHECK-ERR:                    ^
def distance(x, y, x):
    return x * x + y * y
