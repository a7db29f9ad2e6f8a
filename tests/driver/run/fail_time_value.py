# RUN: kernelc run %s k "t=datetime64[D]:2023-02-29" out=zeros:float64:4 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: argument `t`: `2023-02-29` is no time in the unit `D`: write a count or a date, `2024-02-29`, or `NaT`
from numba import cuda


@cuda.jit
def k(t, out):
    out[0] = 1

