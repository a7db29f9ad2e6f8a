# RUN: kernelc check %s
from numba import cuda, types

@cuda.jit(device=True)
def first(it):
    # CHECK-ERR: fail_next_of_nothing.py:[[@LINE+8]]:17: error: `next` wants an iterator that has an element, not one over an empty tuple [ArgumentType]
    # CHECK-ERR:     return next(it)
    # CHECK-ERR:                 ^~
    # CHECK-ERR: fail_next_of_nothing.py:[[@LINE+9]]:14: note: called here
    # CHECK-ERR:     out[0] = first(iter(a))
    # CHECK-ERR:              ~~~~~~~~~~~~~~
    # CHECK-ERR: note: `first` was compiled for (iter(()))
    # CHECK-ERR: help: `for x in t` is right for empty tuples too
    return next(it)

@cuda.jit((types.Tuple(()), types.float64[::1]))
def k(a, out):
    out[0] = first(iter(a))
