# RUN: kernelc check --constants %s
# RUN: kernelc check --constants --diagnostics json --define TILE=8 %s
from numba import cuda, float32
import weights

TILE = 16
AREA = TILE * TILE
WEIGHTS = weights.load()


class Config:
    steps = [1, 2, 3]


def make(n):
    scale = n * 2

    @cuda.jit
    def inner(a):
        a[0] = scale

    return inner


@cuda.jit(device=True)
def helper(x):
    return x * AREA


@cuda.jit("void(float32[::1])")
def blur(a):
    i = cuda.grid(1)
    if i < TILE:
        a[i] = helper(a[i])


double, triple = make(2), make(3)
blur[1, TILE](None)
TILE = 32
