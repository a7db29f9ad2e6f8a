# RUN: kernelc check %s
from numba import cuda, float32

@cuda.jit("void(float32[::1], int64)")
def k(a, n):
    N = 16
    # CHECK-ERR: fail_index_advice.py:[[@LINE+4]]:26: error: the extents of an array are whole numbers of at least 1, not `N / 2` [ArrayExtent]
    # CHECK-ERR:     t = cuda.local.array(N / 2, float32)
    # CHECK-ERR:                          ^~~~~
    # CHECK-ERR: help: `/` gives a float; `//` gives an integer
    t = cuda.local.array(N / 2, float32)
    # CHECK-ERR: fail_index_advice.py:[[@LINE+4]]:7: error: an index is an integer, not float64 [IndexType]
    # CHECK-ERR:     a[a.size / 2] = 1
    # CHECK-ERR:       ^~~~~~~~~~
    # CHECK-ERR: help: `/` gives a float; `//` gives an integer
    a[a.size / 2] = 1
    half = n / 2
    # CHECK-ERR: fail_index_advice.py:[[@LINE+7]]:8: error: an index is an integer, not float64 [IndexType]
    # CHECK-ERR:     a[:half] = 2
    # CHECK-ERR:        ^~~~
    # CHECK-ERR: fail_index_advice.py:[[@LINE-4]]:5: note: `half` is float64 because of this
    # CHECK-ERR:     half = n / 2
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: help: `/` gives a float; `//` gives an integer
    a[:half] = 2
    # CHECK-ERR: fail_index_advice.py:[[@LINE+4]]:7: error: an index is an integer, not float64 [IndexType]
    # CHECK-ERR:     a[half / n] = 3
    # CHECK-ERR:       ^~~~~~~~
    # CHECK-ERR: help: convert it with int(...)
    a[half / n] = 3
    # CHECK-ERR: fail_index_advice.py:[[@LINE+4]]:24: error: an index is an integer, not str [IndexType]
    # CHECK-ERR:     cuda.atomic.add(a, "n", 1)
    # CHECK-ERR:                        ^~~
    # CHECK-ERR: help: leave the quotes away where a variable is meant
    cuda.atomic.add(a, "n", 1)
    for i in enumerate(a):
        # CHECK-ERR: fail_index_advice.py:[[@LINE+7]]:11: error: an index is an integer, not (int64, float32) [IndexType]
        # CHECK-ERR:         a[i] = 1
        # CHECK-ERR:           ^
        # CHECK-ERR: fail_index_advice.py:[[@LINE-4]]:9: note: `i` is (int64, float32) because of this
        # CHECK-ERR:     for i in enumerate(a):
        # CHECK-ERR:         ~
        # CHECK-ERR: help: it has two parts; a loop gives them names, as in `for i, x in enumerate(a):`
        a[i] = 1
