# RUN: kernelc check %s
from numba import cuda
import math

@cuda.jit(device=True)
def square(x):
    return x * x

@cuda.jit(device=True)
def store(a, x):
    a[0] = x
    return x

@cuda.jit("void(float32[::1])")
def k(a):
    """A docstring is no expression."""
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: the value of `a[0] == a[1]` is not used [UnusedResult]
    # CHECK-ERR:     a[0] == a[1]
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: an assignment is written with `=`
    a[0] == a[1]
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: `cuda.syncthreads` is named, but not called [UnusedResult]
    # CHECK-ERR:     cuda.syncthreads
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `cuda.syncthreads()`
    cuda.syncthreads
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: the value of `math.sqrt(a[0])` is not used [UnusedResult]
    # CHECK-ERR:     math.sqrt(a[0])
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: assign it, or remove the line
    math.sqrt(a[0])
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: the value of `square(a[0])` is not used [UnusedResult]
    # CHECK-ERR:     square(a[0])
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: assign it, or remove the line
    square(a[0])
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: the value of `min(a[0], a[1])` is not used [UnusedResult]
    # CHECK-ERR:     min(a[0], a[1])
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: assign it, or remove the line
    min(a[0], a[1])
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: the value of `a[0] + a[1]` is not used [UnusedResult]
    # CHECK-ERR:     a[0] + a[1]
    # CHECK-ERR:     ^~~~~~~~~~~
    # CHECK-ERR: help: assign it, or remove the line
    a[0] + a[1]
    store(a, a[1])
    cuda.atomic.add(a, 0, a[1])
    ...

# Without types, what can be seen anyway.
@cuda.jit
def untyped(a):
    # CHECK-ERR: unused_result.py:[[@LINE+4]]:5: warning: the value of `a[0] == a[1]` is not used [UnusedResult]
    # CHECK-ERR:     a[0] == a[1]
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: an assignment is written with `=`
    a[0] == a[1]
    # CHECK-ERR: unused_result.py:[[@LINE+6]]:5: warning: `cuda.syncthreads` is named, but not called [UnusedResult]
    # CHECK-ERR:     cuda.syncthreads
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `cuda.syncthreads()`
    # CHECK-ERR: note: unused_result.py: `untyped` has no types and was checked for syntax and names only
    # CHECK-ERR: help: give the types of the arguments, `kernelc check unused_result.py --sig 'untyped(float32[::1])'`, or write them in the decorator
    cuda.syncthreads
