# RUN: kernelc build %s --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: the types of `gather(scale, n, a, image, count, out)` are not known: give them with --sig, for example --sig 'float32, int32, float32[::1], float32[:, ::1], int32, float32[::1]'
from kernelc import *

@kernel
def gather(scale, n, a, image, count, out):
    i = grid(1)
    if i < n:
        for j in range(count):
            atomic.add(out, j, image[i, j] * scale * a[i])
