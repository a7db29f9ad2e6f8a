# RUN: kernelc run %s k "t=datetime64[D]:2024-02-29" "d=timedelta64[h]:36" "late=datetime64[s]:2024-03-01T12:00:00" out=zeros:float64:4 --device cpu --grid 1 --block 1 --print out
from numba import cuda


@cuda.jit
def k(t, d, late, out):
    u = t + d
    out[0] = u == late
    out[1] = (u - t) / d
    out[2] = u > t
    out[3] = (late - u) == d

# CHECK: out: float64 (4,)
# CHECK:   [1.0, 1.0, 1.0, 0.0]
# CHECK:   min 0.0  max 1.0  mean 0.75
