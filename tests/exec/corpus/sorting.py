"""Sorts, prefix sums, compaction and searches."""
import numpy as np
from numba import cuda, int32, int64, uint32

WIDTH = 64
MAX_INT = 2147483647


@cuda.jit
def bitonic_step(values, j, k):
    """One exchange of the network over the whole vector."""
    i = cuda.grid(1)
    partner = i ^ j
    if partner > i:
        ascending = (i & k) == 0
        if (values[i] > values[partner]) == ascending:
            values[i], values[partner] = values[partner], values[i]


@cuda.jit
def bitonic_block(values):
    """The whole network in shared memory; a partial block is filled up with the largest number."""
    s = cuda.shared.array(shape=WIDTH, dtype=int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = values[i] if i < values.size else MAX_INT
    k = 2
    while k <= WIDTH:
        j = k // 2
        while j > 0:
            cuda.syncthreads()
            p = t ^ j
            if p > t:
                up = t & k == 0
                a, b = s[t], s[p]
                if (a > b and up) or (a < b and not up):
                    s[t] = b
                    s[p] = a
            j >>= 1
        k <<= 1
    cuda.syncthreads()
    if i < values.size:
        values[i] = s[t]


@cuda.jit
def odd_even(values, rounds):
    t = cuda.threadIdx.x
    for r in range(rounds):
        i = 2 * t + r % 2
        if i + 1 < values.shape[0] and values[i] > values[i + 1]:
            values[i], values[i + 1] = values[i + 1], values[i]
        cuda.syncthreads()


@cuda.jit
def scan_inclusive(values, out):
    """Hillis and Steele with two buffers in one array."""
    buffers = cuda.shared.array((2, WIDTH), int64)
    t = cuda.threadIdx.x
    here = 0
    buffers[0, t] = values[t] if t < values.size else 0
    cuda.syncthreads()
    step = 1
    while step < WIDTH:
        there = 1 - here
        buffers[there, t] = buffers[here, t] + (buffers[here, t - step] if t >= step else 0)
        here = there
        step *= 2
        cuda.syncthreads()
    if t < out.size:
        out[t] = buffers[here, t]


@cuda.jit
def scan_exclusive(values, out, total):
    """Blelloch's two sweeps over a tree, twice as many elements as threads."""
    tree = cuda.shared.array(2 * WIDTH, uint32)
    t = cuda.threadIdx.x
    n = 2 * WIDTH
    for i in (t, t + WIDTH):
        tree[i] = values[i]
    offset = 1
    d = n >> 1
    while d:
        cuda.syncthreads()
        if t < d:
            tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1]
        offset *= 2
        d >>= 1
    cuda.syncthreads()
    if not t:
        total[0] = tree[n - 1]
        tree[-1] = 0
    d = 1
    while d < n:
        offset >>= 1
        cuda.syncthreads()
        if t < d:
            a = offset * (2 * t + 1) - 1
            b = offset * (2 * t + 2) - 1
            tree[a], tree[b] = tree[b], tree[a] + tree[b]
        d *= 2
    cuda.syncthreads()
    out[t], out[t + WIDTH] = tree[t], tree[t + WIDTH]


@cuda.jit
def compact_ordered(values, threshold, out, count):
    """Keeps what is above the threshold in its order: one block, flags scanned by the first thread."""
    flags = cuda.shared.array(WIDTH + 1, np.int32)
    t = cuda.threadIdx.x
    keep = t < values.size and values[t] > threshold
    flags[t + 1] = keep
    cuda.syncthreads()
    if t == 0:
        flags[0] = 0
        for i in range(1, WIDTH + 1):
            flags[i] += flags[i - 1]
        count[0] = flags[WIDTH]
    cuda.syncthreads()
    if keep:
        out[flags[t]] = values[t]


@cuda.jit
def radix_pass(keys, shift, counts, out):
    """A stable pass over four bits, a thread counts and places a slice of the keys."""
    local = cuda.local.array(16, int64)
    t = cuda.threadIdx.x
    per = (keys.size + cuda.blockDim.x - 1) // cuda.blockDim.x
    lo = min(t * per, keys.size)
    hi = min(lo + per, keys.size)
    local[:] = 0
    for key in keys[lo:hi]:
        local[(key >> shift) & 15] += 1
    for d in range(16):
        counts[d, t] = local[d]
    cuda.syncthreads()
    if t == 0:
        running = 0
        for d in range(16):
            for k in range(cuda.blockDim.x):
                counts[d, k], running = running, running + counts[d, k]
    cuda.syncthreads()
    for key in keys[lo:hi]:
        d = (key >> shift) & 15
        out[counts[d, t]] = key
        counts[d, t] += 1


@cuda.jit(device=True)
def lower_bound(a, x):
    lo = 0
    hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


@cuda.jit(device=True)
def upper_bound(a, x):
    lo, hi = 0, a.size
    while lo < hi:
        mid = lo + hi >> 1
        lo, hi = (mid + 1, hi) if a[mid] <= x else (lo, mid)
    return lo


@cuda.jit
def merge_ranks(a, b, out):
    """Merges two sorted vectors: each element finds its place by its rank in the other."""
    i = cuda.grid(1)
    if i < a.size:
        out[i + lower_bound(b, a[i])] = a[i]
    elif i < a.size + b.size:
        j = i - a.size
        out[j + upper_bound(a, b[j])] = b[j]


@cuda.jit
def segmented_sums(values, heads, out):
    """A warp a row of 32 values; a flag starts a segment."""
    i = cuda.grid(1)
    lane = cuda.laneid
    v = values[i]
    start = lane if heads[i] else 0
    for d in (1, 2, 4, 8, 16):
        s = cuda.shfl_up_sync(0xffffffff, start, d)
        if lane >= d:
            start = max(start, s)
    for d in (1, 2, 4, 8, 16):
        other = cuda.shfl_up_sync(0xffffffff, v, d)
        if lane - d >= start:
            v += other
    out[i] = v
