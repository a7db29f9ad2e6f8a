# RUN: kernelc build %s --sig 'float32[::1]' --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'float32[::1]' is for one kernel and `fail_signature_without_name.py` has 2: write its name before the types, or name it with -k
from kernelc import *

@kernel
def one(a):
    a[0] = 1

@kernel
def two(a):
    a[0] = 2
