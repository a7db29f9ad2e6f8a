# RUN: kernelc build %s -k running_mean --sig "float32[::1], float32[::1], int32" --emit cuda
# Names and comments are the program's; what is used once stands where it is used.
from numba import cuda


@cuda.jit
def running_mean(x, out, radius):
    i = cuda.grid(1)
    if i >= out.size:
        return
    # The window ends at the borders.
    first = max(i - radius, 0)
    last = min(i + radius + 1, x.size)
    total = 0.0
    for j in range(first, last):
        total += x[j]  # in float64
    out[i] = total / (last - first)
