"""y = a * x + y with a grid-stride loop: any grid does, however long the vectors are."""

from kernelc import *


@kernel
def saxpy(a: float32, x: float32[::1], y: float32[::1]):
    for i in range(grid(1), y.size, gridsize(1)):
        y[i] = a * x[i] + y[i]
