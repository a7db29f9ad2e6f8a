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


@cuda.jit
def two_stages(a, out):
    # One name counts in three loops: of all warps, of the first one alone, of all again.
    partial = cuda.shared.array(32, "int64")
    t = cuda.threadIdx.x
    value = a[cuda.grid(1)]
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(FULL, value, offset)
        offset //= 2
    if t % 32 == 0:
        partial[t // 32] = value
    cuda.syncthreads()
    if t < 32:
        value = partial[t] if t < cuda.blockDim.x // 32 else 0
        offset = 16
        while offset > 0:
            value += cuda.shfl_down_sync(FULL, value, offset)
            offset //= 2
        if t == 0:
            partial[0] = value
    cuda.syncthreads()
    offset += 1
    while offset < 4:
        offset += 1
    out[cuda.grid(1)] = partial[0] * 10 + offset


@cuda.jit
def rows_of_warps(a, out):
    # Warps have a different number of rows, and so leave the outer loop at different times.
    t = cuda.threadIdx.x
    for row in range(t // 32, a.shape[0], cuda.blockDim.x // 32):
        value = a[row, t % 32]
        step = 1
        while step < 32:
            value += cuda.shfl_xor_sync(FULL, value, step)
            step *= 2
        out[row, t % 32] = value + step


@cuda.jit
def kept_by_others(a, out):
    # What the branch leaves in `step`, and the loop in `last`, is read behind them by threads that were not there.
    i = cuda.grid(1)
    value = a[i]
    step = 5
    last = -1
    if i % 64 < 32:
        step = 1
        while step < 32:
            value += cuda.shfl_xor_sync(FULL, value, step)
            step *= 2
    for turn in range(i // 32 % 3):
        last = turn
        value += cuda.shfl_xor_sync(FULL, value, 1)
    out[i] = value * 1000 + step * 10 + last


@cuda.jit
def carried_between_turns(a, out):
    # `step` lives through the turns of a loop that warps leave one after the other, and so begins anew in none but the first.
    i = cuda.grid(1)
    value = a[i]
    turn = 0
    while turn < i // 32 + 1:
        if turn == 0:
            step = 1
        if turn != 1:
            value += cuda.shfl_xor_sync(FULL, value, step)
            step += 1
        turn += 1
    out[i] = value


@cuda.jit
def left_and_skipped(a, out):
    i = cuda.grid(1)
    value = a[i]
    if i // 32 % 2 == 0:
        step = 0
        while True:
            step += 1
            if step == 3:
                continue
            if step > i // 32 + 4:
                break
            value += cuda.shfl_xor_sync(FULL, value, step)
    out[i] = value


@cuda.jit
def exchanged_by(a, by, out):
    # The distance is known at the launch; the last warp of a block may have fewer threads than lanes.
    i = cuda.grid(1)
    out[i] = a[i] * 2 + cuda.shfl_xor_sync(FULL, a[i], by)
