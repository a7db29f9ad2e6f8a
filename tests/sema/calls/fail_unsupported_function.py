# RUN: kernelc check %s
from kernelc import *

import numpy as np

@kernel
def k(a: float32[:]):
    b = np.zeros(16)
    a[0] = b[0]
