# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: .entry one(
# CHECK-SUBSET: .maxntid 256
# CHECK-SUBSET: .entry three(
# CHECK-SUBSET: .maxntid 128
# CHECK-SUBSET: .minnctapersm 4
# CHECK-SUBSET: .maxclusterrank 8
# CHECK-SUBSET: .entry two(
# CHECK-SUBSET: .maxntid 512
# CHECK-SUBSET: .minnctapersm 2
from numba import cuda


@cuda.jit("void(float32[:])", launch_bounds=256)
def one(a):
    a[0] = 1


@cuda.jit("void(float32[:])", launch_bounds=(128, 4, 8))
def three(a):
    a[0] = 3


@cuda.jit("void(float32[:])", launch_bounds=(512, 2))
def two(a):
    a[0] = 2
