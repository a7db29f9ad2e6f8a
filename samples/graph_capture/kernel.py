"""One smoothing step of a line, and the decision whether another one is wanted."""

from kernelc import *


@kernel
def smooth(u, out):
    i = grid(1)
    if 0 < i < u.size - 1:
        out[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1]
    elif i < u.size:
        out[i] = u[i]


@kernel
def decide(u, v, limit, pairs_left, again):
    if grid(1) == 0:
        largest = abs(u[0] - v[0])
        for i in range(1, u.size):
            largest = max(largest, abs(u[i] - v[i]))
        pairs_left[0] -= 1
        again[0] = 1 if largest > limit and pairs_left[0] > 0 else 0
