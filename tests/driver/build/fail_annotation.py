# RUN: kernelc build %s --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: the types of `k(a, n, image)` are not known (the annotation of `n` is no type): give them with --sig, for example --sig 'float32[::1], float32, float32[::1]'
from kernelc import *

@kernel
def k(a: float32[:], n: flot32, image):
    a[0] = n + image.size
