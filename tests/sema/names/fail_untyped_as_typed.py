# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit
def untyped(a):
    # CHECK-ERR: fail_untyped_as_typed.py:[[@LINE+4]]:11: error: kernels cannot format text [FormattedPrint]
    # CHECK-ERR:     print(f"thread {a[0]}")
    # CHECK-ERR:           ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: give the pieces as arguments: `print("x =", x)`
    print(f"thread {a[0]}")
    # CHECK-ERR: fail_untyped_as_typed.py:[[@LINE+4]]:12: error: `np.random` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     a[0] = np.random.rand()
    # CHECK-ERR:            ^~~~~~~~~
    # CHECK-ERR: help: pass states of `create_xoroshiro128p_states` and call `xoroshiro128p_uniform_float32(states, i)`
    a[0] = np.random.rand()
    # CHECK-ERR: fail_untyped_as_typed.py:[[@LINE+4]]:5: error: `cuda.syncThreads` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     cuda.syncThreads()
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.syncthreads`?
    cuda.syncThreads()

@cuda.jit("void(float32[::1])")
def typed(a):
    # CHECK-ERR: fail_untyped_as_typed.py:[[@LINE+4]]:11: error: kernels cannot format text [FormattedPrint]
    # CHECK-ERR:     print(f"thread {a[0]}")
    # CHECK-ERR:           ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: give the pieces as arguments: `print("x =", x)`
    print(f"thread {a[0]}")
    # CHECK-ERR: fail_untyped_as_typed.py:[[@LINE+4]]:12: error: `np.random` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     a[0] = np.random.rand()
    # CHECK-ERR:            ^~~~~~~~~
    # CHECK-ERR: help: pass states of `create_xoroshiro128p_states` and call `xoroshiro128p_uniform_float32(states, i)`
    a[0] = np.random.rand()
    # CHECK-ERR: fail_untyped_as_typed.py:[[@LINE+4]]:5: error: `cuda.syncThreads` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     cuda.syncThreads()
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.syncthreads`?
    cuda.syncThreads()
