# RUN: kernelc build %s -k control --sig "int32[::1], float64[::1]" --emit cuda
# while, break, continue, early returns, conditions with side effects left out of expressions.
import math

from numba import cuda


@cuda.jit(device=True)
def collatz(n):
    steps = 0
    while n != 1 and steps < 1000:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@cuda.jit
def control(a, out):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        if a[i] < 0:
            continue
        if a[i] > 100:
            print("large", a[i], a[i] > 200)
            break
        out[i] = math.sin(out[i]) ** 2 + collatz(a[i])
