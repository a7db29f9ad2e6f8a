"""Sum of a vector: a running sum a thread, shuffles within a warp, one atomic addition a warp."""

from kernelc import *

FULL_WARP = 0xFFFFFFFF


@kernel
def warp_sum(data, total):
    s = 0.0
    for i in range(grid(1), data.size, gridsize(1)):
        s += data[i]

    offset = warpsize // 2
    while offset > 0:
        s += shfl_down_sync(FULL_WARP, s, offset)
        offset //= 2

    if laneid == 0:
        atomic.add(total, 0, s)
