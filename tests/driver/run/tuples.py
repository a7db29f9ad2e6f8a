# RUN: kernelc run %s k "t=(2, 0.5)" "p=(arange:float64:4, (int32:3,))" out=zeros:float64:4 --device cpu --grid 1 --block 4 --print out --print t --literals numba
from numba import cuda

@cuda.jit
def k(t, p, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = p[0][i] * t[0] + t[1] + p[1][0]

# CHECK: out: float64 (4,)
# CHECK:   [3.5, 5.5, 7.5, 9.5]
# CHECK:   min 3.5  max 9.5  mean 6.5
# CHECK: t[0] = 2 (int64)
# CHECK: t[1] = 0.5 (float64)
