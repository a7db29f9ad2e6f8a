# RUN: kernelc check %s
from kernelc import *

import sys

if sys.stdin.isatty():
    BLOCK = 128
else:
    BLOCK = 256

@kernel
def k(a: int32[:]):
    # CHECK-ERR: fail_not_constant_ambiguous.py:[[@LINE+13]]:12: error: `BLOCK` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     a[0] = BLOCK
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: fail_not_constant_ambiguous.py:[[@LINE-7]]:5: note: bound here
    # CHECK-ERR:     BLOCK = 256
    # CHECK-ERR:     ~~~~~
    # CHECK-ERR: fail_not_constant_ambiguous.py:[[@LINE-10]]:5: note: not known: depends on something that is not known
    # CHECK-ERR:     BLOCK = 256
    # CHECK-ERR:     ~~~~~~~~~~~
    # CHECK-ERR: fail_not_constant_ambiguous.py:[[@LINE-16]]:4: note: under this condition
    # CHECK-ERR: if sys.stdin.isatty():
    # CHECK-ERR:    ~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: it is assigned in several places; give it one value, or make it a parameter, or give its value: `--define BLOCK=VALUE`
    a[0] = BLOCK
