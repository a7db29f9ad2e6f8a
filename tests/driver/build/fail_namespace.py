# RUN: kernelc build %s --emit header --namespace 'a::class' --target sm_75
# CHECK-STATUS: 2
# CHECK-ERR: error: `a::class` is no C++ namespace: give one with --namespace
from kernelc import *

@kernel
def k(a: float32[::1]):
    a[0] = 1.0
