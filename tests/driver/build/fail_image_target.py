# RUN: kernelc build %s --emit image --target sm_75 --target sm_91
# CHECK-STATUS: 2
# CHECK-ERR: error: `sm_91` is no target: there are sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_100f sm_103 sm_103a sm_103f sm_110 sm_110a sm_110f sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f, cpu and cpu:ARCH; did you mean `sm_90`?
from kernelc import *

@kernel
def k(a: float32[::1]):
    a[0] = 1.0
