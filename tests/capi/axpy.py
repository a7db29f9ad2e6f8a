from kernelc import *


@kernel("void(float32, float32[::1], float32[::1])")
def axpy(a, x, y):
    i = grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]
