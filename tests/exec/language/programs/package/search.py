from numba import cuda

from . import settings


@cuda.jit(device=True)
def count_below(values, bound):
    count = 0
    for step in range(settings.STEPS):
        if values[step] < bound:
            count += 1
    return count


def without_gpu(*args):
    raise RuntimeError("no GPU")
