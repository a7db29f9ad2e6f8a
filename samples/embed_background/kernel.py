from kernelc import *

# A program that knows them gives them as constants of a module of this name; see main.cpp.
from settings import ALPHA, HEIGHT, WIDTH


@kernel
def step_any(now, next, alpha):
    """One step of the heat equation, whatever the sizes are."""
    x, y = grid(2)
    if 0 < x < now.shape[1] - 1 and 0 < y < now.shape[0] - 1:
        around = now[y - 1, x] + now[y + 1, x] + now[y, x - 1] + now[y, x + 1]
        next[y, x] = now[y, x] + alpha * (around - 4.0 * now[y, x])


@kernel
def step_fixed(now, next):
    """The same for sizes and a factor that are known when it is compiled."""
    x, y = grid(2)
    if 0 < x < WIDTH - 1 and 0 < y < HEIGHT - 1:
        around = now[y - 1, x] + now[y + 1, x] + now[y, x - 1] + now[y, x + 1]
        next[y, x] = now[y, x] + ALPHA * (around - 4.0 * now[y, x])
