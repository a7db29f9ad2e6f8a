# RUN: kernelc run %s scale a=ones:float32:100 --device cpu --print 'a[::33]'
# CHECK-ERR: note: chosen: --grid 2 (x by `a`) --block 64 (as the launch bounds ask)
from numba import cuda

@cuda.jit(launch_bounds=64)
def scale(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2
# CHECK: a[::33]: float32 (4,)
# CHECK:   [2.0, 2.0, 2.0, 2.0]
