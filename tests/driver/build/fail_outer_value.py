# RUN: kernelc build %s -k make.scale --emit kir
from kernelc import *

def make(factor):
    half = factor / 2

    @kernel
    def scale(a: float32[:]):
        # CHECK-ERR: fail_outer_value.py:[[@LINE+7]]:17: error: `factor` has no value before `make` is called [OuterValue]
        # CHECK-ERR:         a[0] *= factor
        # CHECK-ERR:                 ^~~~~~
        # CHECK-ERR: fail_outer_value.py:[[@LINE-8]]:10: note: a parameter of it
        # CHECK-ERR: def make(factor):
        # CHECK-ERR:          ~~~~~~
        # CHECK-ERR: help: call it in the file, as in `fixed = make(...)`, and use the kernel `fixed`; or make `factor` a parameter of the kernel, or give its value: `--define factor=VALUE`
        a[0] *= factor
        # CHECK-ERR: fail_outer_value.py:[[@LINE+10]]:17: error: `half` has no value before `make` is called [OuterValue]
        # CHECK-ERR:         a[1] *= half
        # CHECK-ERR:                 ^~~~
        # CHECK-ERR: fail_outer_value.py:[[@LINE-15]]:5: note: bound here
        # CHECK-ERR:     half = factor / 2
        # CHECK-ERR:     ~~~~
        # CHECK-ERR: fail_outer_value.py:[[@LINE-19]]:10: note: made of this parameter of it
        # CHECK-ERR: def make(factor):
        # CHECK-ERR:          ~~~~~~
        # CHECK-ERR: help: call it in the file, as in `fixed = make(...)`, and use the kernel `fixed`; or make `half` a parameter of the kernel, or give its value: `--define half=VALUE`
        a[1] *= half

    return scale
