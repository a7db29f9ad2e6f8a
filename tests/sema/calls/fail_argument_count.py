# RUN: kernelc check %s
from kernelc import *

# CHECK-ERR: fail_argument_count.py:[[@LINE+6]]:9: error: `k` takes 2 arguments, 1 given [ArgumentCount]
# CHECK-ERR: @kernel("void(float32[:])")
# CHECK-ERR:         ^~~~~~~~~~~~~~~~~~
# CHECK-ERR: fail_argument_count.py:[[@LINE+4]]:5: note: its parameters are (a, b)
# CHECK-ERR: def k(a, b):
# CHECK-ERR:     ~
@kernel("void(float32[:])")
def k(a, b):
    a[0] = b

# CHECK-ERR: fail_argument_count.py:[[@LINE+6]]:30: error: `one` takes 1 argument, 2 given [ArgumentCount]
# CHECK-ERR: @kernel(["void(float32[:])", "void(float32[:], int32)"])
# CHECK-ERR:                              ^~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: fail_argument_count.py:[[@LINE+4]]:5: note: its parameters are (a)
# CHECK-ERR: def one(a):
# CHECK-ERR:     ~~~
@kernel(["void(float32[:])", "void(float32[:], int32)"])
def one(a):
    a[0] = 1
