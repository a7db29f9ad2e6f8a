# RUN: kernelc build %s --emit header --host-api driver -o /dev/null --target sm_90 --target sm_75 --target sm_89
from numba import cuda

@cuda.jit("void(float32[:])", launch_bounds=(1024, 2))
# CHECK-ERR: launch_bounds_of_target.py:[[@LINE+8]]:5: warning: `k` asks for 2 blocks of 1024 threads on a multiprocessor, which holds 1024 threads on sm_75 [LaunchBoundsTooLarge]
# CHECK-ERR: def k(a):
# CHECK-ERR:     ^
# CHECK-ERR: help: ask for 1 block at most, or compile for an architecture that has more
# CHECK-ERR: launch_bounds_of_target.py:[[@LINE+4]]:5: warning: `k` asks for 2 blocks of 1024 threads on a multiprocessor, which holds 1536 threads on sm_89 [LaunchBoundsTooLarge]
# CHECK-ERR: def k(a):
# CHECK-ERR:     ^
# CHECK-ERR: help: ask for 1 block at most, or compile for an architecture that has more
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
