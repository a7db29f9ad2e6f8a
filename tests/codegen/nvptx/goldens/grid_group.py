# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: bar.sync
# CHECK-SUBSET: membar.gl
# CHECK-SUBSET: atom.global.add.u32
# CHECK-SUBSET: ld.volatile.global.b32
# CHECK-SUBSET: membar.gl
# CHECK-SUBSET: bar.sync
from numba import cuda


@cuda.jit("void(int32[::1])")
def grid_group(a):
    grid = cuda.cg.this_grid()
    a[1] = 1
    grid.sync()
    a[0] = 1
