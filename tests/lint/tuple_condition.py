# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], int32)")
def typed(a, n):
    # CHECK-ERR: tuple_condition.py:[[@LINE+4]]:12: warning: a tuple is always true [TupleCondition]
    # CHECK-ERR:     assert (n > 0, "n must be positive")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `assert n > 0, "n must be positive"`
    assert (n > 0, "n must be positive")
    # CHECK-ERR: tuple_condition.py:[[@LINE+4]]:12: warning: a tuple is always true [TupleCondition]
    # CHECK-ERR:     assert (n > 0, "as", "a list")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `assert n > 0, "as", "a list"`
    assert (n > 0, "as", "a list")
    # CHECK-ERR: tuple_condition.py:[[@LINE+4]]:8: warning: a tuple is always true [TupleCondition]
    # CHECK-ERR:     if (n > 1, a.size > 2):
    # CHECK-ERR:        ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `if n > 1 and a.size > 2`
    if (n > 1, a.size > 2):
        a[0] = 1
    # CHECK-ERR: tuple_condition.py:[[@LINE+4]]:11: warning: a tuple is always true [TupleCondition]
    # CHECK-ERR:     while (n,):
    # CHECK-ERR:           ^~~~
    # CHECK-ERR: help: write `while n`
    while (n,):
        break

# The same without types.
@cuda.jit
def untyped(a, n):
    # CHECK-ERR: tuple_condition.py:[[@LINE+4]]:12: warning: a tuple is always true [TupleCondition]
    # CHECK-ERR:     assert (n > 0, "n must be positive")
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `assert n > 0, "n must be positive"`
    assert (n > 0, "n must be positive")
    # CHECK-ERR: tuple_condition.py:[[@LINE+6]]:8: warning: a tuple is always true [TupleCondition]
    # CHECK-ERR:     if (n > 1, a.size > 2):
    # CHECK-ERR:        ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `if n > 1 and a.size > 2`
    # CHECK-ERR: note: tuple_condition.py: `untyped` has no types and was checked for syntax and names only
    # CHECK-ERR: help: give the types of the arguments, `kernelc check tuple_condition.py --sig 'untyped(float32[::1], float32)'`, or write them in the decorator
    if (n > 1, a.size > 2):
        a[0] = 1

# What is meant.
@cuda.jit("void(float32[::1], int32)")
def right(a, n):
    assert n > 0, "n must be positive"
    assert (n > 0), "n must be positive"
    if (n, 1) == (2, 1):
        a[0] = 1
    if n in (1, 2, 3):
        a[0] = 2
    pair = (n, 1)
    if pair:
        a[0] = 3

@cuda.jit(device=True)
def any_given(*args):
    if (*args,):
        return 1
    return 0

@cuda.jit("void(float32[::1])")
def starred(a):
    a[0] = any_given(a[1])
