# RUN: kernelc check --constants %s
from numba import cuda
import weights

TILE = 16
AREA = TILE * TILE
WEIGHTS = weights.load()


class Config:
    steps = [1, 2, 3]


def make(n):
    scale = n * 2

    @cuda.jit("void(int64[::1])")
    def inner(a):
        a[0] = scale

    return inner


@cuda.jit(device=True)
def helper(x):
    return x * AREA


@cuda.jit("void(int64[::1])")
def blur(a):
    i = cuda.grid(1)
    if i < TILE:
        a[i] = helper(a[i]) + Config.steps[1]


double, triple = make(2), make(3)
blur[1, TILE](None)
TILE = 32
# CHECK: make.<locals>.inner  (constants.py:18)
# CHECK:   scale = 4  (constants.py:18)
# CHECK: make.<locals>.inner  (constants.py:18)
# CHECK:   scale = 6  (constants.py:18)
# CHECK: helper  (constants.py:25)
# CHECK:   AREA = 256  (constants.py:6)
# CHECK: blur  (constants.py:30)
# CHECK:   TILE = 16  (constants.py:5)
# CHECK:   AREA = 256  (constants.py:6)
