# RUN: kernelc check %s
# Every warning in native mode.
from kernelc import *
import math

@kernel
def creep(a: float32[::1]):
    i = grid(1)
    if i < a.size:
        # CHECK-ERR: native.py:[[@LINE+4]]:24: warning: `/` of int64 and int64 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         a[i] = a[i] * (i / a.size)
        # CHECK-ERR:                        ^~~~~~~~~~
        # CHECK-ERR: help: convert integers first, for example with `float32(...)`
        a[i] = a[i] * (i / a.size)

@kernel
def barrier_in_branch(a: float32[::1]):
    if threadIdx.x < 5:
        # CHECK-ERR: native.py:[[@LINE+7]]:9: warning: only some threads of the block come to `syncthreads()` [BarrierInBranch]
        # CHECK-ERR:         syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~
        # CHECK-ERR: native.py:[[@LINE-4]]:8: note: this differs from thread to thread
        # CHECK-ERR:     if threadIdx.x < 5:
        # CHECK-ERR:        ~~~~~~~~~~~~~~~
        # CHECK-ERR: help: let all threads of the block come to it: put the condition around the work alone
        syncthreads()
    a[0] = 1

@kernel
def barrier_after_return(a: float32[::1]):
    i = grid(1)
    if i >= a.size:
        return
    # CHECK-ERR: native.py:[[@LINE+7]]:5: warning: threads that have returned do not come to `syncthreads()` [BarrierAfterReturn]
    # CHECK-ERR:     syncthreads()
    # CHECK-ERR:     ^~~~~~~~~~~~~
    # CHECK-ERR: native.py:[[@LINE-4]]:9: note: some threads return here
    # CHECK-ERR:         return
    # CHECK-ERR:         ~~~~~~
    # CHECK-ERR: help: let all threads come to the barrier: put the work under the condition instead of returning
    syncthreads()
    a[i] = 1

@kernel
def uninitialized(a: float32[::1]):
    s = shared.array(32, float32)
    i = grid(1)
    if i < a.size:
        # CHECK-ERR: native.py:[[@LINE+7]]:16: warning: `s[threadIdx.x]` reads a shared array before anything is written to it [UninitializedArray]
        # CHECK-ERR:         a[i] = s[threadIdx.x]
        # CHECK-ERR:                ^~~~~~~~~~~~~~
        # CHECK-ERR: native.py:[[@LINE-6]]:9: note: its elements hold anything at first
        # CHECK-ERR:     s = shared.array(32, float32)
        # CHECK-ERR:         ~~~~~~~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: help: write to it first, and call `cuda.syncthreads()` before other threads read
        a[i] = s[threadIdx.x]

@kernel
def missing_guard(a: float32[::1]):
    i = grid(1)
    # CHECK-ERR: native.py:[[@LINE+4]]:5: warning: nothing compares the place in the grid with the size before `a[i]` [MissingGuard]
    # CHECK-ERR:     a[i] = 1
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: help: the last block may reach beyond the array: test the place first, as in `if i < n:`
    a[i] = 1

@kernel
def constant_comparison(a: float32[::1], n: uint32):
    # CHECK-ERR: native.py:[[@LINE+4]]:8: warning: `n < 0` is always false [ConstantComparison]
    # CHECK-ERR:     if n < 0:
    # CHECK-ERR:        ^~~~~
    # CHECK-ERR: help: a value of type uint32 is never outside of 0 to 4294967295; drop the comparison, or convert to a type that holds what is meant
    if n < 0:
        a[0] = 1

@kernel
def unused(a: float32[::1]):
    # CHECK-ERR: native.py:[[@LINE+4]]:5: warning: the value of `a[0] == a[1]` is not used [UnusedResult]
    # CHECK-ERR:     a[0] == a[1]
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: an assignment is written with `=`
    a[0] == a[1]
    # CHECK-ERR: native.py:[[@LINE+4]]:5: warning: the value of `math.sqrt(a[0])` is not used [UnusedResult]
    # CHECK-ERR:     math.sqrt(a[0])
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: assign it, or remove the line
    math.sqrt(a[0])
    a[0] = 1
