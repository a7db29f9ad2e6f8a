# RUN: kernelc run %s k out=zeros:float64:9 --device cpu --grid 1 --block 1 --print out
import os

import numpy as np
from numba import cuda

TABLE = np.load("inputs/table.npy")
COLUMNS = np.load(os.path.join(os.path.dirname(__file__), "inputs", "columns.npy"))
RECORDS = np.load(file="inputs/records.npy")
HALVES = np.load("inputs/halves.npy") * np.float16(2)
WAVES = np.load("inputs/waves.npy")

@cuda.jit
def k(out):
    out[0] = TABLE[1]
    out[1] = TABLE.size
    for i in range(3):
        out[2 + i] = COLUMNS[1, i]
    out[5] = RECORDS[1].weight
    out[6] = HALVES[3]
    out[7] = WAVES[2].imag
    out[8] = COLUMNS.flags.f_contiguous
# CHECK: out: float64 (9,)
# CHECK:   [20.0, 4.0, 3.0, 4.0, ..., 4.5, 6.0, 2.0, 1.0]
# CHECK:   min 1.0  max 20.0  mean 5.5
