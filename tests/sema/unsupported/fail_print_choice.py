# RUN: kernelc build %s -k k --sig "int32" --emit kir
from numba import cuda

@cuda.jit
def k(n):
    # CHECK-ERR: fail_print_choice.py:[[@LINE+4]]:11: error: a string that is chosen at run time cannot be printed [PrintType]
    # CHECK-ERR:     print("one" if n else "none")
    # CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: print it where it is chosen: `if c:` with one `print`, `else:` with another
    print("one" if n else "none")
