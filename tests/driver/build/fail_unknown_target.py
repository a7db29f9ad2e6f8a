# RUN: kernelc build %s --sig 'float32[:], float32[:], float32[:]' --target sm_12
# CHECK-STATUS: 2
# CHECK-ERR: error: `sm_12` is no target: there are sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_100f sm_103 sm_103a sm_103f sm_110 sm_110a sm_110f sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f, cpu and cpu:ARCH; did you mean `sm_120`?
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
