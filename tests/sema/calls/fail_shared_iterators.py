# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float64[::1], float64[::1])")
def taken_inside(a, out):
    it = iter(a)
    for x in it:
        # CHECK-ERR: fail_shared_iterators.py:[[@LINE+10]]:28: error: `for` wants an iterator that nobody else takes from, not `it` here too [ArgumentType]
        # CHECK-ERR:         out[0] += x * next(it)
        # CHECK-ERR:                            ^~
        # CHECK-ERR: fail_shared_iterators.py:[[@LINE-4]]:14: note: the loop runs over it
        # CHECK-ERR:     for x in it:
        # CHECK-ERR:              ~~
        # CHECK-ERR: fail_shared_iterators.py:[[@LINE-8]]:5: note: `it` is iter(array(float64, 1d, C)) because of this
        # CHECK-ERR:     it = iter(a)
        # CHECK-ERR:     ~~
        # CHECK-ERR: help: write `while` and take each element by `next(...)`, or use an index
        out[0] += x * next(it)

@cuda.jit("void(float64[::1], float64[::1])")
def pairs(a, out):
    it = iter(a)
    # CHECK-ERR: fail_shared_iterators.py:[[@LINE+10]]:25: error: `for` wants an iterator that nobody else takes from, not `it` here too [ArgumentType]
    # CHECK-ERR:     for x, y in zip(it, it):
    # CHECK-ERR:                         ^~
    # CHECK-ERR: fail_shared_iterators.py:[[@LINE+7]]:21: note: the loop runs over it
    # CHECK-ERR:     for x, y in zip(it, it):
    # CHECK-ERR:                     ~~
    # CHECK-ERR: fail_shared_iterators.py:[[@LINE-7]]:5: note: `it` is iter(array(float64, 1d, C)) because of this
    # CHECK-ERR:     it = iter(a)
    # CHECK-ERR:     ~~
    # CHECK-ERR: help: write `while` and take each element by `next(...)`, or use an index
    for x, y in zip(it, it):
        out[0] += x * y

@cuda.jit("void(float64[::1], float64[::1])")
def kept_pairs(a, out):
    it = iter(a)
    # CHECK-ERR: fail_shared_iterators.py:[[@LINE+7]]:16: error: `zip` wants iterators of their own, not `it` twice [ArgumentType]
    # CHECK-ERR:     both = zip(it, it)
    # CHECK-ERR:                ^~
    # CHECK-ERR: fail_shared_iterators.py:[[@LINE-4]]:5: note: `it` is iter(array(float64, 1d, C)) because of this
    # CHECK-ERR:     it = iter(a)
    # CHECK-ERR:     ~~
    # CHECK-ERR: help: take one element after the other with `next(...)` in a loop over a range
    both = zip(it, it)
    out[0] = next(both)[0]

# What is left behind a loop, and another name for the loop's own variable.
@cuda.jit("void(float64[::1], float64[::1])")
def fine(a, out):
    it = iter(a)
    for x in it:
        out[0] += x
        if x > 3:
            break
    for x in it:
        out[1] += x
    out[2] = next(enumerate(a))[1]
