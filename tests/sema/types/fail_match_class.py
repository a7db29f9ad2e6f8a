# RUN: kernelc check %s
from collections import namedtuple

from kernelc import *

Point = namedtuple("Point", "x y")
Size = 5


@kernel
def k(a: float32[:]):
    n = a.size
    match n:
        # CHECK-ERR: fail_match_class.py:[[@LINE+4]]:14: error: `case` wants a type, not Size [ArgumentType]
        # CHECK-ERR:         case Size():
        # CHECK-ERR:              ^~~~
        # CHECK-ERR: help: types are int, float, complex, bool, tuple, str, np.float32 and the like, np.ndarray, np.integer, np.floating and named tuples
        case Size():
            a[0] = 1
    match Point(n, 2):
        # CHECK-ERR: fail_match_class.py:[[@LINE+3]]:14: error: `Point` takes at most 2 patterns, 3 given [CallArity]
        # CHECK-ERR:         case Point(1, 2, 3):
        # CHECK-ERR:              ^~~~~~~~~~~~~~
        case Point(1, 2, 3):
            a[0] = 2
    match n:
        # CHECK-ERR: fail_match_class.py:[[@LINE+3]]:14: error: `int` takes at most 1 pattern, 2 given [CallArity]
        # CHECK-ERR:         case int(1, 2):
        # CHECK-ERR:              ^~~~~~~~~
        case int(1, 2):
            a[0] = 3
