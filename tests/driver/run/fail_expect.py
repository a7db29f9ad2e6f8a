# RUN: kernelc run %s scale a=ones:float32:4x3 n=zeros:int32:3 z=zeros:complex64:2 --device cpu --expect a=full:float32:4x3:0 --expect n=full:int32:3:100001 --expect z=zeros:complex64:2 --expect a=zeros:float64:4x3 --expect a=zeros:float32:3x4
# CHECK-ERR: note: chosen: --grid 1 (x by `a`, y by `a`) --block 16,16 (by the occupancy calculator)
# CHECK-ERR: error: a: 6 of 12 elements differ from `full:float32:4x3:0` (rtol 1e-05, atol 1e-08)
# CHECK-ERR:   first at [1, 1]: got 1.0, expected 0.0, difference 1
# CHECK-ERR:   worst at [3, 2]: got 6.0, expected 0.0, difference 6
# CHECK-ERR: error: n: 2 of 3 elements differ from `full:int32:3:100001`
# CHECK-ERR:   first at [0]: got 100000, expected 100001, difference 1
# CHECK-ERR:   worst at [0]: got 100000, expected 100001, difference 1
# CHECK-ERR: error: z: 1 of 2 elements differs from `zeros:complex64:2` (rtol 1e-05, atol 1e-08)
# CHECK-ERR:   first at [1]: got (3-4j), expected 0j, difference 5
# CHECK-ERR:   worst at [1]: got (3-4j), expected 0j, difference 5
# CHECK-ERR: error: a: its type is float32, and that of `zeros:float64:4x3` float64
# CHECK-ERR: error: a: its shape is (4, 3), and that of `zeros:float32:3x4` (3, 4)
from numba import cuda

@cuda.jit
def scale(a, n, z):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] = i * j
    if i == 0 and j < n.size:
        n[j] = 100000 + j
    if i == 0 and j == 1:
        z[1] = 3 - 4j
