# RUN: kernelc run %s fill p=zeros:body:4 --device cpu --print p.speed
# CHECK-STATUS: 2
# CHECK-ERR: error: --print `p.speed`: there is no field `speed`; there are `mass`, `id`
from numba import cuda
import numpy as np

body = np.dtype([("mass", np.float32), ("id", np.int32)])

@cuda.jit
def fill(p):
    p[0].mass = 1
