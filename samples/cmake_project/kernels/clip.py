from kernelc import *


@kernel("void(float32[::1], float32, float32)")
def clip(data, low, high):
    """Values beyond the limits become the limits."""
    for i in range(grid(1), data.size, gridsize(1)):
        data[i] = min(max(data[i], low), high)
