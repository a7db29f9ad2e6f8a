"""Shuffles: full warps, a partial last warp, divergent branches. Expectations come from a model of a warp."""

from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit
def butterfly_sum(a, out):
    i = cuda.grid(1)
    value = a[i]
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(FULL, value, step)
    out[i] = value


@cuda.jit
def warp_scan(a, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    value = a[i]
    step = 1
    while step < 32:
        other = cuda.shfl_up_sync(FULL, value, step)
        if lane >= step:
            value += other
        step *= 2
    out[i] = value


@cuda.jit
def broadcast(a, out):
    i = cuda.grid(1)
    out[i] = cuda.shfl_sync(FULL, a[i], i // 32 + 3)


@cuda.jit
def shift_down(a, out):
    i = cuda.grid(1)
    out[i] = cuda.shfl_down_sync(FULL, a[i], 3)


@cuda.jit
def divergent_halves(a, out):
    i = cuda.grid(1)
    value = a[i]
    if cuda.laneid < 16:
        value += cuda.shfl_xor_sync(0x0000FFFF, value, 1)
    else:
        value = 10 * cuda.shfl_down_sync(0xFFFF0000, value, 1)
    out[i] = value


@cuda.jit
def divergent_loop(a, out):
    # Pairs of lanes go round as often as their number says.
    i = cuda.grid(1)
    pair = cuda.laneid // 2
    value = a[i]
    for _ in range(pair % 4):
        value += cuda.shfl_xor_sync(3 << (2 * pair), value, 1)
    out[i] = value


@cuda.jit
def return_before_shuffle(a, out):
    # The upper half of each warp is gone when the lower half shuffles.
    i = cuda.grid(1)
    if cuda.laneid >= 16:
        return
    out[i] = cuda.shfl_xor_sync(0xFFFF, a[i], 5)
