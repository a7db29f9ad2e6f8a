# RUN: kernelc check -W no-Float64Creep %s
from numba import cuda

@cuda.jit(device=True)
def positive(x):
    if x > 0:
        return x * 2

@cuda.jit(device=True)
def find(a, x):
    for i in range(a.size):
        if a[i] == x:
            return i

@cuda.jit(device=True)
def nested(x):
    if x > 0:
        return x
    elif x < -1:
        y = x * x
    else:
        return -x

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: missing_return.py:[[@LINE+7]]:12: warning: `positive` does not always return a value, and one is needed here [MissingReturn]
    # CHECK-ERR:     a[0] = positive(a[1])
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: missing_return.py:[[@LINE-23]]:8: note: `positive` comes to its end behind this, without `return`
    # CHECK-ERR:     if x > 0:
    # CHECK-ERR:        ~~~~~
    # CHECK-ERR: help: give a value there as well; where None is meant, write `return None`, and test for it
    a[0] = positive(a[1])
    # CHECK-ERR: missing_return.py:[[@LINE+7]]:12: warning: `positive` does not always return a value, and one is needed here [MissingReturn]
    # CHECK-ERR:     a[1] = positive(a[1]) + 1
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: missing_return.py:[[@LINE-31]]:8: note: `positive` comes to its end behind this, without `return`
    # CHECK-ERR:     if x > 0:
    # CHECK-ERR:        ~~~~~
    # CHECK-ERR: help: give a value there as well; where None is meant, write `return None`, and test for it
    a[1] = positive(a[1]) + 1
    # CHECK-ERR: missing_return.py:[[@LINE+11]]:7: warning: `find` does not always return a value, and one is needed here [MissingReturn]
    # CHECK-ERR:     a[find(a, 1)] = 3
    # CHECK-ERR:       ^~~~~~~~~~
    # CHECK-ERR: missing_return.py:[[@LINE-34]]:5: note: `find` comes to its end behind this, without `return`
    # CHECK-ERR:     for i in range(a.size):
    # CHECK-ERR:     ~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR:         if a[i] == x:
    # CHECK-ERR:         ~~~~~~~~~~~~~
    # CHECK-ERR:             return i
    # CHECK-ERR:             ~~~~~~~~
    # CHECK-ERR: help: give a value there as well; where None is meant, write `return None`, and test for it
    a[find(a, 1)] = 3
    x = nested(a[2])
    # CHECK-ERR: missing_return.py:[[@LINE+7]]:12: warning: `nested` does not always return a value, and one is needed here [MissingReturn]
    # CHECK-ERR:     a[3] = x + 1
    # CHECK-ERR:            ^
    # CHECK-ERR: missing_return.py:[[@LINE-38]]:9: note: `nested` comes to its end behind this, without `return`
    # CHECK-ERR:         y = x * x
    # CHECK-ERR:         ~~~~~~~~~
    # CHECK-ERR: help: give a value there as well; where None is meant, write `return None`, and test for it
    a[3] = x + 1

@cuda.jit(device=True)
def aware(x):
    if x > 0:
        return x
    return None

@cuda.jit(device=True)
def whole(x):
    if x > 0:
        return x
    else:
        return -x

@cuda.jit(device=True)
def endless(x):
    while True:
        x += 1
        if x > 3:
            return x

@cuda.jit(device=True)
def ends(x):
    if x > 0:
        return x
    raise ValueError("x")

@cuda.jit(device=True)
def asserts(x):
    if x > 0:
        return x
    assert False, "x"

@cuda.jit("void(float32[::1])")
def right(a):
    a[7] = asserts(a[7])
    a[0] = aware(a[0])
    a[1] = whole(a[1])
    a[2] = endless(a[2])
    a[3] = ends(a[3])
    x = positive(a[4])
    if x is not None:
        a[4] = x
    y = positive(a[5])
    if y is None:
        return
    a[5] = y + 1
    # CHECK-ERR: missing_return.py:[[@LINE+4]]:5: warning: the value of `positive(a[6])` is not used [UnusedResult]
    # CHECK-ERR:     positive(a[6])
    # CHECK-ERR:     ^~~~~~~~~~~~~~
    # CHECK-ERR: help: assign it, or remove the line
    positive(a[6])
