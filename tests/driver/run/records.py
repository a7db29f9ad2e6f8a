# RUN: kernelc run %s tick a=zeros:particle:3 one=record:particle out=zeros:float64:3 --device cpu --grid 1 --block 4 --print a --print one --print out --out a=%t/a.npy --out one=%t/one.npy
# RUN: kernelc run %s tick a=@%t/a.npy one=@%t/one.npy out=zeros:float64:3 --device cpu --grid 1 --block 4 --print a --print one
import numpy as np
from numba import cuda

inner = np.dtype([("u", np.int16), ("v", np.float64)], align=True)
particle = np.dtype([("x", "f4"), ("y", np.int32, (3,)), ("p", inner), ("ok", "?"), ("name", "S4")], align=True)


@cuda.jit
def tick(a, one, out):
    i = cuda.grid(1)
    if i < a.size:
        a[i].x += i
        a[i].y[i] += 1
        a[i].p.v += 0.5
        a[i].ok = i == 1
        out[i] = a[i].x + one.p.u
        if i == 0:
            one.p.u += 7
# CHECK: a: Record(x[type=float32;offset=0],y[type=nestedarray(int32, (3,));offset=4],p[type=Record(u[type=int16;offset=0],v[type=float64;offset=8];16;True);offset=16],ok[type=bool;offset=32],name[type=[char x 4];offset=33];40;True) (3,)
# CHECK:   [(0.0, [1, 0, 0], (0, 0.5), False, b''), (1.0, [0, 1, 0], (0, 0.5), True, b''), (2.0, [0, 0, 1], (0, 0.5), False, b'')]
# CHECK: one = (0.0, [0, 0, 0], (7, 0.0), False, b'') (Record(x[type=float32;offset=0],y[type=nestedarray(int32, (3,));offset=4],p[type=Record(u[type=int16;offset=0],v[type=float64;offset=8];16;True);offset=16],ok[type=bool;offset=32],name[type=[char x 4];offset=33];40;True))
# CHECK: out: float64 (3,)
# CHECK:   [0.0, 8.0, 9.0]
# CHECK:   min 0.0  max 9.0  mean 5.66666667
# CHECK: a: Record(x[type=float32;offset=0],y[type=nestedarray(int32, (3,));offset=4],p[type=Record(u[type=int16;offset=0],v[type=float64;offset=8];16;True);offset=16],ok[type=bool;offset=32],name[type=[char x 4];offset=33];40;True) (3,)
# CHECK:   [(0.0, [2, 0, 0], (0, 1.0), False, b''), (2.0, [0, 2, 0], (0, 1.0), True, b''), (4.0, [0, 0, 2], (0, 1.0), False, b'')]
# CHECK: one = (0.0, [0, 0, 0], (14, 0.0), False, b'') (Record(x[type=float32;offset=0],y[type=nestedarray(int32, (3,));offset=4],p[type=Record(u[type=int16;offset=0],v[type=float64;offset=8];16;True);offset=16],ok[type=bool;offset=32],name[type=[char x 4];offset=33];40;True))
