# RUN: kernelc build %s --emit ptx --target sm_80
# CHECK-SUBSET: .maxntid 128
# CHECK-SUBSET: .minnctapersm 4
# CHECK-NOT: .maxclusterrank
from numba import cuda


@cuda.jit("void(float32[:])", launch_bounds=(128, 4, 8))
def three(a):
    a[0] = 3
