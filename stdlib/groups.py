# What the 32 lanes of a warp, or the threads of a block, compute together: `warp.sum(x)`, `block.sum(x)` and their like. All lanes of a warp,
# or all threads of a block of one dimension and whole warps, come to a call. `combine` is a function of two values that is associative.
from kernelc import *

ALL_LANES = 0xFFFFFFFF


@device
def added(a, b):
    return a + b


@device
def smaller(a, b):
    return min(a, b)


@device
def larger(a, b):
    return max(a, b)


# Every lane gets the result.
@device
def warp_reduce(value, combine):
    for distance in (1, 2, 4, 8, 16):
        other = shfl_xor_sync(ALL_LANES, value, distance)
        # Lower lanes stand on the left, so that the order is that of the lanes.
        upper = laneid & distance != 0
        value = combine(other if upper else value, value if upper else other)
    return value


@device
def warp_sum(value):
    return warp_reduce(value, added)


@device
def warp_minimum(value):
    return warp_reduce(value, smaller)


@device
def warp_maximum(value):
    return warp_reduce(value, larger)


@device
def warp_inclusive_scan(value, combine):
    for distance in (1, 2, 4, 8, 16):
        before = shfl_up_sync(ALL_LANES, value, distance)
        both = combine(before, value)
        value = both if laneid >= distance else value
    return value


# Lane 0 gets `initial`, the others that combined with what is below them.
@device
def warp_exclusive_scan(value, combine, initial):
    before = shfl_up_sync(ALL_LANES, warp_inclusive_scan(value, combine), 1)
    return initial if laneid == 0 else combine(initial, before)


@device
def warp_inclusive_sum(value):
    return warp_inclusive_scan(value, added)


@device
def warp_exclusive_sum(value):
    before = shfl_up_sync(ALL_LANES, warp_inclusive_scan(value, added), 1)
    return type(value)(0) if laneid == 0 else before


# The lanes' values in ascending order: K. E. Batcher's bitonic network (1968).
@device
def warp_sort(value):
    for size in (2, 4, 8, 16, 32):
        distance = size // 2
        while distance > 0:
            other = shfl_xor_sync(ALL_LANES, value, distance)
            lower = laneid & distance == 0
            ascending = laneid & size == 0
            if lower == ascending:
                value = other if other < value else value
            else:
                value = other if value < other else value
            distance //= 2
    return value


# Element k of each lane's `items` is number len(items) * lane + k of the warp's; afterwards number 32 * k + lane. `tile` is an array of
# 32 * len(items) that no other warp uses.
@device
def warp_to_striped(items, tile):
    for k in range(len(items)):
        tile[laneid * len(items) + k] = items[k]
    syncwarp()
    for k in range(len(items)):
        items[k] = tile[32 * k + laneid]
    syncwarp()


# The reverse.
@device
def warp_to_blocked(items, tile):
    for k in range(len(items)):
        tile[32 * k + laneid] = items[k]
    syncwarp()
    for k in range(len(items)):
        items[k] = tile[laneid * len(items) + k]
    syncwarp()


# The warps' totals, in shared memory; everything that was written before is seen.
@device
def totals_of_warps(total):
    totals = shared.array(32, type(total))
    # Those of a call before may still be read.
    syncthreads()
    if laneid == 31:
        totals[threadIdx.x // 32] = total
    syncthreads()
    return totals


# Every thread gets the result.
@device
def block_reduce(value, combine):
    totals = totals_of_warps(warp_reduce(value, combine))
    result = totals[0]
    for w in range(1, blockDim.x // 32):
        result = combine(result, totals[w])
    return result


@device
def block_sum(value):
    return block_reduce(value, added)


@device
def block_minimum(value):
    return block_reduce(value, smaller)


@device
def block_maximum(value):
    return block_reduce(value, larger)


@device
def block_inclusive_scan(value, combine):
    scanned = warp_inclusive_scan(value, combine)
    totals = totals_of_warps(scanned)
    if threadIdx.x >= 32:
        before = totals[0]
        for w in range(1, threadIdx.x // 32):
            before = combine(before, totals[w])
        scanned = combine(before, scanned)
    return scanned


# Thread 0 gets `initial`, the others that combined with what is below them.
@device
def block_exclusive_scan(value, combine, initial):
    scanned = warp_inclusive_scan(value, combine)
    totals = totals_of_warps(scanned)
    before = initial
    for w in range(threadIdx.x // 32):
        before = combine(before, totals[w])
    below = shfl_up_sync(ALL_LANES, scanned, 1)
    return before if laneid == 0 else combine(before, below)


@device
def block_inclusive_sum(value):
    return block_inclusive_scan(value, added)


@device
def block_exclusive_sum(value):
    return block_exclusive_scan(value, added, type(value)(0))


# Sorts an array in shared or global memory, ascending: Batcher's bitonic network, for any length. Which of equal elements comes first
# is not said.
@device
def block_sort(keys):
    size = 2
    while size < 2 * len(keys):
        compare_mirrored(keys, keys, size, False)
        compare_apart(keys, keys, size, False)
        size *= 2


# The same, where values[i] goes with keys[i].
@device
def block_sort_pairs(keys, values):
    size = 2
    while size < 2 * len(keys):
        compare_mirrored(keys, values, size, True)
        compare_apart(keys, values, size, True)
        size *= 2


@device
def put_in_order(keys, values, low, high, pairs):
    if high < len(keys) and keys[high] < keys[low]:
        keys[low], keys[high] = keys[high], keys[low]
        if pairs:
            values[low], values[high] = values[high], values[low]


@device
def compare_mirrored(keys, values, size, pairs):
    syncthreads()
    half = size // 2
    for i in range(threadIdx.x, (len(keys) + size - 1) // size * half, blockDim.x):
        first = i // half * size
        put_in_order(keys, values, first + i % half, first + size - 1 - i % half, pairs)
    syncthreads()


@device
def compare_apart(keys, values, size, pairs):
    distance = size // 4
    while distance > 0:
        for i in range(threadIdx.x, (len(keys) + 2 * distance - 1) // (2 * distance) * distance, blockDim.x):
            low = i // distance * 2 * distance + i % distance
            put_in_order(keys, values, low, low + distance, pairs)
        syncthreads()
        distance //= 2


# Element k of each thread's `items` is number len(items) * threadIdx.x + k of the block's; afterwards number blockDim.x * k +
# threadIdx.x. `tile` is a shared array of blockDim.x * len(items).
@device
def block_to_striped(items, tile):
    syncthreads()
    for k in range(len(items)):
        tile[threadIdx.x * len(items) + k] = items[k]
    syncthreads()
    for k in range(len(items)):
        items[k] = tile[blockDim.x * k + threadIdx.x]


# The reverse.
@device
def block_to_blocked(items, tile):
    syncthreads()
    for k in range(len(items)):
        tile[blockDim.x * k + threadIdx.x] = items[k]
    syncthreads()
    for k in range(len(items)):
        items[k] = tile[threadIdx.x * len(items) + k]
