# RUN: kernelc check %s
from kernelc import *

import random

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unknown_module.py:[[@LINE+4]]:12: error: `random` is outside of what kernels can use [UnknownModule]
    # CHECK-ERR:     a[0] = random.random()
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: help: pass states of `create_xoroshiro128p_states` and call `xoroshiro128p_uniform_float32(states, i)`
    a[0] = random.random()
