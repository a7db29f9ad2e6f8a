# RUN: kernelc run %s k out=zeros:float64:12 --device cpu --grid 1 --block 1 --print out
import inputs.helpers
import inputs.helpers as h
import inputs.pack
import inputs.pack.sub.leaf as leaf_module
import nowhere.to_be_found
from inputs import helpers
from inputs.helpers import *
from inputs.helpers import twice as double
from inputs.pack.sub import leaf
from inputs.pack.sub.leaf import area
from numba import cuda

@cuda.jit
def k(out):
    out[0] = inputs.helpers.SIZE
    out[1] = h.Config.HALF
    out[2] = inputs.pack.DEPTH
    out[3] = leaf_module.WIDTH
    out[4] = helpers.twice(1.5)
    out[5] = SIZE + Config.BLOCK
    out[6] = double(4)
    out[7] = leaf.area(2)
    out[8] = area(3)
    out[9] = inputs.pack.sub.leaf.WIDTH
    out[10] = twice(out[9])
# CHECK: out: float64 (12,)
# CHECK:   [9.0, 16.0, 7.0, 8.0, ..., 24.0, 8.0, 16.0, 0.0]
# CHECK:   min 0.0  max 41.0  mean 13
