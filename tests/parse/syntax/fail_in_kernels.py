# RUN: kernelc check %s
"""The same faults inside what is compiled for devices are errors, wherever they stand in it."""
from numba import cuda


@cuda.jit
# CHECK-ERR: fail_in_kernels.py:[[@LINE+3]]:15: error: duplicate argument `a` in function definition [DuplicateArgument]
# CHECK-ERR: def kernel(a, a):
# CHECK-ERR:               ^
def kernel(a, a):
    def inner():
        # CHECK-ERR: fail_in_kernels.py:[[@LINE+3]]:9: error: no binding for nonlocal `missing` found [SyntaxError]
        # CHECK-ERR:         nonlocal missing
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~
        nonlocal missing
    a[0] = helper(1)
    # CHECK-ERR: fail_in_kernels.py:[[@LINE+3]]:5: error: `continue` not properly in loop [MisplacedStatement]
    # CHECK-ERR:     continue
    # CHECK-ERR:     ^~~~~~~~
    continue


@cuda.jit(device=True)
def helper(x):
    x = 1
    # CHECK-ERR: fail_in_kernels.py:[[@LINE+3]]:5: error: name `x` is parameter and global [SyntaxError]
    # CHECK-ERR:     global x
    # CHECK-ERR:     ^~~~~~~~
    global x
    return x


def host():
    # CHECK-ERR: fail_in_kernels.py:[[@LINE+4]]:5: warning: `break` outside loop [MisplacedStatement]
    # CHECK-ERR:     break
    # CHECK-ERR:     ^~~~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    break
