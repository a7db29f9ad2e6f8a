# RUN: kernelc run %s k out=zeros:int64:1 --device cpu --grid 1 --block 1 --print out
import os
import sys
from pathlib import Path

from numba import cuda

sys.path.insert(0, os.path.dirname(__file__) + "/inputs/folders/lib")
if True:
    sys.path.append(str(Path(__file__).parent / "inputs" / "folders" / "more"))

from doubling import doubled
from sizes import SIZE

@cuda.jit
def k(out):
    out[0] = doubled(SIZE)
# CHECK: out: int64 (1,)
# CHECK:   [10]
# CHECK:   min 10  max 10  mean 10
