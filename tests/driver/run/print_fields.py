# RUN: kernelc run %s fill p=zeros:body:10 --device cpu --print 'p[1:3]' --print p.mass --print "p['at'][::9]" --print 'p[2].at[1]' --print 'p.name[:2]'
# CHECK-ERR: note: chosen: --grid 1 (x by `p`) --block 256 (by the occupancy calculator)
from numba import cuda
import numpy as np

body = np.dtype([("mass", np.float32), ("at", np.float64, (3,)), ("name", "S4")])

@cuda.jit
def fill(p):
    i = cuda.grid(1)
    if i < p.size:
        p[i].mass = i / 2
        p[i].at[1] = 10 + i
# CHECK: p[1:3]: Record(mass[type=float32;offset=0],at[type=nestedarray(float64, (3,));offset=4],name[type=[char x 4];offset=28];32;False) (2,)
# CHECK:   [(0.5, [0.0, 11.0, 0.0], b''), (1.0, [0.0, 12.0, 0.0], b'')]
# CHECK: p.mass: float32 (10,)
# CHECK:   [0.0, 0.5, 1.0, 1.5, ..., 3.0, 3.5, 4.0, 4.5]
# CHECK:   min 0.0  max 4.5  mean 2.25
# CHECK: p['at'][::9]: float64 (2, 3)
# CHECK:   [[ 0.0, 10.0,  0.0],
# CHECK:    [ 0.0, 19.0,  0.0]]
# CHECK: p[2].at[1] = 12.0 (float64)
# CHECK: p.name[:2]: [char x 4] (2,)
# CHECK:   [b'', b'']
