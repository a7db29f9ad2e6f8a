# RUN: kernelc check %s
from numba import cuda
import cuda as driver
import math
import sys
import time
from scipy.special import erf, gammaln

@cuda.jit("void(float32[::1])")
def k(a):
    i = cuda.grid(1)
    # CHECK-ERR: fail_other_module.py:[[@LINE+12]]:12: error: `math.max` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[i] = math.max(a[i], 0) + math.PI + math.clip(a[i], 0, 1)
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: did you mean `max`?
    # CHECK-ERR: fail_other_module.py:[[@LINE+8]]:32: error: `math.PI` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[i] = math.max(a[i], 0) + math.PI + math.clip(a[i], 0, 1)
    # CHECK-ERR:                                ^~~~~~~
    # CHECK-ERR: help: did you mean `math.pi`?
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:42: error: `math.clip` does not exist in kernels [UnknownMember]
    # CHECK-ERR:     a[i] = math.max(a[i], 0) + math.PI + math.clip(a[i], 0, 1)
    # CHECK-ERR:                                          ^~~~~~~~~
    # CHECK-ERR: help: write `np.clip`, and add `import numpy as np` at the top of the file
    a[i] = math.max(a[i], 0) + math.PI + math.clip(a[i], 0, 1)
    # CHECK-ERR: fail_other_module.py:[[@LINE+12]]:13: error: `scipy.special.erf` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     a[i] += erf(a[i]) + gammaln(a[i]) + math.cot(a[i])
    # CHECK-ERR:             ^~~
    # CHECK-ERR: help: did you mean `math.erf`?
    # CHECK-ERR: fail_other_module.py:[[@LINE+8]]:25: error: `scipy.special.gammaln` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     a[i] += erf(a[i]) + gammaln(a[i]) + math.cot(a[i])
    # CHECK-ERR:                         ^~~~~~~
    # CHECK-ERR: help: did you mean `math.lgamma`?
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:41: error: `math.cot` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     a[i] += erf(a[i]) + gammaln(a[i]) + math.cot(a[i])
    # CHECK-ERR:                                         ^~~~~~~~
    # CHECK-ERR: help: write `1 / math.tan(x)`
    a[i] += erf(a[i]) + gammaln(a[i]) + math.cot(a[i])
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:5: error: `cuda.atomic.mul` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     cuda.atomic.mul(a, i, 2)
    # CHECK-ERR:     ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: there is no atomic product: multiply in a loop around `cuda.atomic.cas`
    cuda.atomic.mul(a, i, 2)
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:9: error: `cuda.shared` is not available in kernels [UnsupportedFunction]
    # CHECK-ERR:     t = cuda.shared(8, "float32")
    # CHECK-ERR:         ^~~~~~~~~~~
    # CHECK-ERR: help: did you mean `cuda.shared.array`?
    t = cuda.shared(8, "float32")
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:12: error: `time` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     a[i] = time.time()
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: take the time on the host, around the launch
    a[i] = time.time()
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:5: error: `cuda` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     driver.grid(1)
    # CHECK-ERR:     ^~~~~~
    # CHECK-ERR: help: import it as `from numba import cuda`
    driver.grid(1)
    # CHECK-ERR: fail_other_module.py:[[@LINE+4]]:5: error: `sys` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     sys.exit(1)
    # CHECK-ERR:     ^~~
    # CHECK-ERR: help: `return` ends a thread; pass other values as parameters
    sys.exit(1)
