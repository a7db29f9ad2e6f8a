# RUN: kernelc build %s --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: the types of `k(a, n)` are not known (`n` has no annotation): give them with --sig, for example --sig 'float32[::1], float32'
from kernelc import *

@kernel
def k(a: float32[:], n):
    a[0] = n
