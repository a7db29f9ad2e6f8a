# RUN: kernelc build %s -k k --emit kir
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_print_array.py:[[@LINE+4]]:18: error: array(float32, 1d, A) cannot be printed [PrintType]
    # CHECK-ERR:     print("a =", a)
    # CHECK-ERR:                  ^
    # CHECK-ERR: help: print its elements, in a loop
    print("a =", a)
    # CHECK-ERR: fail_print_array.py:[[@LINE+4]]:14: error: `print` has no argument `file` left [UnknownKeyword]
    # CHECK-ERR:     print(1, file=2)
    # CHECK-ERR:              ^~~~~~
    # CHECK-ERR: help: what a kernel prints goes to the host's standard output: leave `file` out
    print(1, file=2)
    # CHECK-ERR: fail_print_array.py:[[@LINE+3]]:18: error: `print` wants a string, not int64 [ArgumentType]
    # CHECK-ERR:     print(1, sep=3)
    # CHECK-ERR:                  ^
    print(1, sep=3)
