# RUN: kernelc check %s
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_near_member.py:[[@LINE+4]]:12: error: `cuda.threadidx` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[0] = cuda.threadidx.x
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.threadIdx`?
    a[0] = cuda.threadidx.x
    # CHECK-ERR: fail_near_member.py:[[@LINE+4]]:12: error: `np.float23` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[1] = np.float23(1)
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: help: did you mean `np.float32`?
    a[1] = np.float23(1)
    # CHECK-ERR: fail_near_member.py:[[@LINE+7]]:12: error: array(float32, 1d, C) has no attribute `shap` [UnknownAttribute]
    # CHECK-ERR:     a[2] = a.shap[0]
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: fail_near_member.py:[[@LINE+4]]:12: note: array(float32, 1d, C)
    # CHECK-ERR:     a[2] = a.shap[0]
    # CHECK-ERR:            ~
    # CHECK-ERR: help: did you mean `shape`?
    a[2] = a.shap[0]
    # CHECK-ERR: fail_near_member.py:[[@LINE+4]]:5: error: `cuda.sync_threads` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     cuda.sync_threads()
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.syncthreads`?
    cuda.sync_threads()
