# RUN: kernelc build %s --target sm_80 --emit kir --sig "float32[:]"
# CHECK-ERR: error: `k(a, b)` takes 2 arguments, the signature has 1
from kernelc import *

@kernel
def k(a, b):
    a[0] = b
