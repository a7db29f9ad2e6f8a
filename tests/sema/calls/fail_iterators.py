# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[:])")
def k(a):
    # CHECK-ERR: fail_iterators.py:[[@LINE+4]]:20: error: `zip` wants an array, tuple or range, not int64 [ArgumentType]
    # CHECK-ERR:     pairs = zip(a, 3)
    # CHECK-ERR:                    ^
    # CHECK-ERR: help: loop over it: `for x in ...`
    pairs = zip(a, 3)
    # CHECK-ERR: fail_iterators.py:[[@LINE+3]]:29: error: `enumerate` wants an integer to start from, not float64 [ArgumentType]
    # CHECK-ERR:     numbered = enumerate(a, 1.5)
    # CHECK-ERR:                             ^~~
    numbered = enumerate(a, 1.5)
    # CHECK-ERR: fail_iterators.py:[[@LINE+4]]:16: error: `enumerate` takes 1 to 2 arguments, 3 given [CallArity]
    # CHECK-ERR:     numbered = enumerate(a, 1, 2)
    # CHECK-ERR:                ^~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: its arguments are (iterable, start)
    numbered = enumerate(a, 1, 2)
    # CHECK-ERR: fail_iterators.py:[[@LINE+4]]:26: error: `enumerate` wants an array, tuple or range, not int64 [ArgumentType]
    # CHECK-ERR:     numbered = enumerate(3)
    # CHECK-ERR:                          ^
    # CHECK-ERR: help: loop over it: `for x in ...`
    numbered = enumerate(3)
    # CHECK-ERR: fail_iterators.py:[[@LINE+3]]:13: error: `zip` takes at least 1 argument, 0 given [CallArity]
    # CHECK-ERR:     pairs = zip()
    # CHECK-ERR:             ^~~~~
    pairs = zip()
    # CHECK-ERR: fail_iterators.py:[[@LINE+4]]:10: error: `next` wants what `iter(...)`, `enumerate(...)` or `zip(...)` gave, not array(float32, 1d, A) [ArgumentType]
    # CHECK-ERR:     next(a)
    # CHECK-ERR:          ^
    # CHECK-ERR: help: write `it = iter(x)`, then `next(it)`
    next(a)
