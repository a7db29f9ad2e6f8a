# RUN: kernelc build %s -k make.scale --emit kir
from kernelc import *

def make(factor, first, offset):
    @kernel
    def scale(a: float32[:]):
        # CHECK-ERR: fail_outer_value_calls.py:[[@LINE+7]]:17: error: `factor` has no value before `make` is called [OuterValue]
        # CHECK-ERR:         a[0] *= factor
        # CHECK-ERR:                 ^~~~~~
        # CHECK-ERR: fail_outer_value_calls.py:[[@LINE-6]]:10: note: a parameter of it
        # CHECK-ERR: def make(factor, first, offset):
        # CHECK-ERR:          ~~~~~~
        # CHECK-ERR: help: call it in the file, as in `fixed = make(...)`, and use the kernel `fixed`; or make `factor` a parameter of the kernel, or give its value: `--define factor=VALUE`
        a[0] *= factor
        # CHECK-ERR: fail_outer_value_calls.py:[[@LINE+7]]:17: error: `first` has no value before `make` is called [OuterValue]
        # CHECK-ERR:         a[1] += first
        # CHECK-ERR:                 ^~~~~
        # CHECK-ERR: fail_outer_value_calls.py:[[@LINE-14]]:18: note: a parameter of it
        # CHECK-ERR: def make(factor, first, offset):
        # CHECK-ERR:                  ~~~~~
        # CHECK-ERR: help: call it in the file, as in `fixed = make(...)`, and use the kernel `fixed`; or make `first` a parameter of the kernel, or give its value: `--define first=VALUE`
        a[1] += first
        # CHECK-ERR: fail_outer_value_calls.py:[[@LINE+7]]:17: error: `offset` has no value before `make` is called [OuterValue]
        # CHECK-ERR:         a[2] += offset
        # CHECK-ERR:                 ^~~~~~
        # CHECK-ERR: fail_outer_value_calls.py:[[@LINE-22]]:25: note: a parameter of it
        # CHECK-ERR: def make(factor, first, offset):
        # CHECK-ERR:                         ~~~~~~
        # CHECK-ERR: help: call it in the file, as in `fixed = make(...)`, and use the kernel `fixed`; or make `offset` a parameter of the kernel, or give its value: `--define offset=VALUE`
        a[2] += offset

    return scale

size = 4
three = make(3, size, offset=size * 2)
size += 1
four = make(4, size, offset=9)
