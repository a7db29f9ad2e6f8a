# RUN: kernelc check %s
import settings
from numba import cuda

np = settings.array_module()

@cuda.jit
def k(a):
    # CHECK-ERR: fail_module_of_unknown.py:[[@LINE+10]]:12: error: `np` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[0] = np.float32(1)
    # CHECK-ERR:            ^~
    # CHECK-ERR: fail_module_of_unknown.py:[[@LINE-7]]:1: note: bound here
    # CHECK-ERR: np = settings.array_module()
    # CHECK-ERR: ~~
    # CHECK-ERR: fail_module_of_unknown.py:[[@LINE-13]]:1: note: not known: comes from module `settings`, which is not known
    # CHECK-ERR: import settings
    # CHECK-ERR: ~~~~~~~~~~~~~~~
    # CHECK-ERR: help: import it in the file: `import numpy as np`
    a[0] = np.float32(1)
