import math

import numpy as np
from kernelc import *


# Literals take the type of the other operand: everything here stays float32.
@kernel
def stays_single(x, out):
    i = grid(1)
    if i < x.size:
        out[i, 0] = type(np.maximum(x[i], 0.0)) == float32
        out[i, 1] = type(np.power(x[i], 2)) == float32
        out[i, 2] = type(math.log(x[i], 2.0)) == float32
        out[i, 3] = type(round(x[i], 2)) == float32
        out[i, 4] = type(x.mean()) == float32
        out[i, 5] = type(x.std()) == float32
        out[i, 6] = type(np.clip(x[i], 0, 1)) == float32
        out[i, 7] = type(math.isclose(x[i], 1.0)) == np.bool_
        out[i, 8] = type(np.where(x[i] > 0, x[i], 1.0)) == float32
        out[i, 9] = type(np.add(x[i], 1)) == float32
        out[i, 10] = type(math.hypot(x[i], 1.0)) == float32
        out[i, 11] = type(math.ldexp(x[i], 2)) == float32
        out[i, 12] = type(complex(x[i], 0.0) ** 0.5) == complex64
        out[i, 13] = type(np.sum(x)) == float32


@kernel
def values(x, out):
    i = grid(1)
    if i < x.size:
        out[i, 0] = np.maximum(x[i], 0.25)
        out[i, 1] = math.log(x[i] + 1, 2)
        out[i, 2] = round(x[i], 1)
        out[i, 3] = x.sum()
        out[i, 4] = np.floor_divide(x[i], 2)
        out[i, 5] = (complex(x[i], 1) ** 2.5).real
