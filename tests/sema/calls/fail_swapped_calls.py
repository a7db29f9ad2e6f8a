# RUN: kernelc check %s
from numba import cuda, float32

@cuda.jit("void(float32[::1], float32[:, ::1])")
def k(a, b):
    i = cuda.grid(1)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+7]]:21: error: `cuda.atomic.add` wants an array, not int64 [ArgumentType]
    # CHECK-ERR:     cuda.atomic.add(i, a, 1)
    # CHECK-ERR:                     ^
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE-4]]:5: note: `i` is int64 because of this
    # CHECK-ERR:     i = cuda.grid(1)
    # CHECK-ERR:     ~
    # CHECK-ERR: help: atomics take the array, the index and the value: `cuda.atomic.add(a, i, 1)`
    cuda.atomic.add(i, a, 1)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+5]]:5: error: `cuda.atomic.add` takes 3 arguments, 2 given [CallArity]
    # CHECK-ERR:     cuda.atomic.add(a[i], 1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: its arguments are (ary, idx, val)
    # CHECK-ERR: help: write `cuda.atomic.add(a, i, 1)`
    cuda.atomic.add(a[i], 1)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+5]]:5: error: `cuda.atomic.add` takes 3 arguments, 2 given [CallArity]
    # CHECK-ERR:     cuda.atomic.add(b[i, 0], 1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: its arguments are (ary, idx, val)
    # CHECK-ERR: help: write `cuda.atomic.add(b, (i, 0), 1)`
    cuda.atomic.add(b[i, 0], 1)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+4]]:21: error: `cuda.atomic.add` wants an array, not float32 [ArgumentType]
    # CHECK-ERR:     cuda.atomic.add(a[i], 0, 1)
    # CHECK-ERR:                     ^~~~
    # CHECK-ERR: help: atomics take the array, the index and the value: `cuda.atomic.add(a, i, 1)`
    cuda.atomic.add(a[i], 0, 1)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+5]]:5: error: `cuda.atomic.add` takes 3 arguments, 4 given [CallArity]
    # CHECK-ERR:     cuda.atomic.add(b, i, 0, 1.0)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: its arguments are (ary, idx, val)
    # CHECK-ERR: help: several indices are a tuple: `cuda.atomic.add(b, (i, 0), 1.0)`
    cuda.atomic.add(b, i, 0, 1.0)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+4]]:27: error: `cuda.shared.array` wants the shape first, not the type float32 [ArgumentType]
    # CHECK-ERR:     s = cuda.shared.array(float32, 32)
    # CHECK-ERR:                           ^~~~~~~
    # CHECK-ERR: help: write `cuda.shared.array(32, float32)`
    s = cuda.shared.array(float32, 32)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+5]]:9: error: `cuda.local.array` takes 2 to 3 arguments, 1 given [CallArity]
    # CHECK-ERR:     t = cuda.local.array(8)
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: its arguments are (shape, dtype, alignment)
    # CHECK-ERR: help: name the type of the elements as well: `cuda.local.array(8, float32)`
    t = cuda.local.array(8)

@cuda.jit("void(float32[::1], float32[:, ::1])")
def fixed(a, b):
    i = cuda.grid(1)
    # CHECK-ERR: fail_swapped_calls.py:[[@LINE+4]]:5: warning: nothing compares the place in the grid with the size before `cuda.atomic.add(a, i, 1)` [MissingGuard]
    # CHECK-ERR:     cuda.atomic.add(a, i, 1)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    cuda.atomic.add(a, i, 1)
    cuda.atomic.add(b, (i, 0), 1)
    s = cuda.shared.array(32, float32)
    t = cuda.local.array(8, float32)
    s[0] = 1
    t[0] = 1
