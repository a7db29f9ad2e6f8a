# RUN: kernelc run %s scale a=ones:float32:4x3 n=zeros:int32:3 --device cpu --expect a=full:float32:4x3:2.00001 --expect 'a[0, 0]=2' --expect n=full:int32:3:1
# CHECK-ERR: note: chosen: --grid 1 (x by `a`, y by `a`) --block 16,16 (by the occupancy calculator)
from numba import cuda

@cuda.jit
def scale(a, n):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] *= 2
    if i == 0 and j < n.size:
        n[j] = 1
# CHECK: a: 12 elements as expected, largest difference 1.00136e-05
# CHECK: a[0, 0]: 1 element as expected, largest difference 0
# CHECK: n: 3 elements as expected, largest difference 0
