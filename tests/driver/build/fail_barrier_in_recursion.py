# RUN: kernelc build %s -k k --target cpu --emit object
from kernelc import *

@device
def halve(a, n):
    if n > 0:
        if threadIdx.x < n:
            a[threadIdx.x] += a[threadIdx.x + n]
        # CHECK-ERR: fail_barrier_in_recursion.py:[[@LINE+7]]:9: error: `halve` calls itself and waits at a barrier, which the CPU device cannot run [BarrierInRecursion]
        # CHECK-ERR:         syncthreads()
        # CHECK-ERR:         ^~~~~~~~~~~~~
        # CHECK-ERR: fail_barrier_in_recursion.py:[[@LINE-7]]:5: note: this function
        # CHECK-ERR: def halve(a, n):
        # CHECK-ERR:     ~~~~~
        # CHECK-ERR: help: write the recursion as a loop, or wait in the kernel; a GPU runs it as it is
        syncthreads()
        halve(a, n // 2)

@kernel
def k(a: float32[:]):
    halve(a, 16)
