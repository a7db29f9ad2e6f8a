# RUN: kernelc build %s -k k --sig "float32[::1], float32[::1]" --emit ptx --target sm_90
# Arrays that cannot overlap have no code for those that do.
# CHECK-SUBSET: .entry k(
# CHECK-NOT: .func
# CHECK-NOT: call
from numba import cuda, float32

@cuda.jit(device=True)
def move(to, source):
    to[:] = source

@cuda.jit
def k(a, b):
    tile = cuda.shared.array(8, float32)
    row = cuda.local.array(8, float32)
    tile[:] = a[:8]
    move(row, tile)
    row[1:] += row[:-1]
    move(b[:8], row)
