"""Walks and chains whose randomness is a generator written out, or given numbers."""
import math

import numpy as np
from numba import cuda, float32, int8, int32, uint32, uint64

BOX = 16


@cuda.jit(device=True)
def splitmix(state):
    z = state + uint64(0x9E3779B97F4A7C15)
    r = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    r = (r ^ (r >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z, r ^ (r >> uint64(31))


@cuda.jit(device=True)
def uniform(bits):
    return (bits >> uint64(11)) * (1.0 / 9007199254740992.0)


@cuda.jit
def walk_1d(seed, steps, ends, highest):
    i = cuda.grid(1)
    if i < ends.size:
        state = uint64(seed + i)
        x = top = 0
        for _ in range(steps):
            state, bits = splitmix(state)
            x += 1 if bits & uint64(1) else -1
            top = max(top, x)
        ends[i] = x
        highest[i] = top


@cuda.jit
def walk_2d(seed, steps, visits):
    """Periodic lattice; visits counted by all walkers."""
    i = cuda.grid(1)
    state = uint64(seed) ^ uint64(i)
    x = y = BOX // 2
    for _ in range(steps):
        state, bits = splitmix(state)
        d = int(bits >> uint64(62))
        if d == 0:
            x += 1
        elif d == 1:
            x -= 1
        elif d == 2:
            y += 1
        else:
            y -= 1
        x %= BOX
        y %= BOX
        cuda.atomic.add(visits, (y, x), 1)


@cuda.jit
def self_avoiding(seed, lengths):
    """Until the walk is trapped or leaves; the visited lattice is a local array of bits."""
    i = cuda.grid(1)
    if i >= lengths.shape[0]:
        return
    rows = cuda.local.array(BOX, uint32)
    for k in range(BOX):
        rows[k] = 0
    state = uint64(seed + 31 * i)
    x = y = BOX // 2
    n = 0
    while 0 <= x < BOX and 0 <= y < BOX:
        rows[y] |= uint32(1) << uint32(x)
        free = 0
        choice = cuda.local.array((4, 2), int32)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nx, ny = x + dx, y + dy
            taken = 0 <= nx < BOX and 0 <= ny < BOX and (rows[ny] >> uint32(nx)) & uint32(1)
            if not taken:
                choice[free, 0] = nx
                choice[free, 1] = ny
                free += 1
        if free == 0:
            break
        state, bits = splitmix(state)
        k = int(bits % uint64(free))
        x, y = choice[k]
        n += 1
    lengths[i] = n


@cuda.jit
def metropolis(draws, start, width, chain, accepted):
    """A chain a thread over a standard normal density, its draws given."""
    c = cuda.grid(1)
    if c < chain.shape[0]:
        x = start
        count = 0
        for t in range(chain.shape[1]):
            proposal = x + width * (draws[c, t, 0] - 0.5)
            log_ratio = 0.5 * (x * x - proposal * proposal)
            if log_ratio >= 0 or draws[c, t, 1] < math.exp(log_ratio):
                x = proposal
                count += 1
            chain[c, t] = x
        accepted[c] = count / chain.shape[1]


@cuda.jit
def graph_walk(starts, targets, seed, paths):
    """Biased walks: never straight back when there is another way."""
    w = cuda.grid(1)
    if w >= paths.shape[0]:
        return
    state = uint64(seed) + uint64(w) * uint64(1000003)
    v = paths[w, 0]
    previous = -1
    for t in range(1, paths.shape[1]):
        begin, end = starts[v], starts[v + 1]
        if begin == end:
            paths[w, t:] = -1
            return
        state, bits = splitmix(state)
        n = end - begin
        pick = targets[begin + int(bits % uint64(n))]
        if pick == previous and n > 1:
            state, bits = splitmix(state)
            pick = targets[begin + int(bits % uint64(n))]
        previous, v = v, pick
        paths[w, t] = v


@cuda.jit
def first_passage(steps, level, times):
    """When each given walk first reaches the level, or -1."""
    i = cuda.grid(1)
    if i < steps.shape[0]:
        x = 0
        times[i] = -1
        for t, s in enumerate(steps[i]):
            x += s
            if abs(x) >= level:
                times[i] = t + 1
                break


@cuda.jit
def bootstrap_means(values, seed, means):
    """Resamples with replacement; a running mean by Welford."""
    i = cuda.grid(1)
    if i < means.shape[0]:
        state = uint64(seed) + uint64(i)
        mean = m2 = 0.0
        for n in range(1, values.size + 1):
            state, bits = splitmix(state)
            v = values[int(bits % uint64(values.size))]
            d = v - mean
            mean += d / n
            m2 += d * (v - mean)
        means[i, 0] = mean
        means[i, 1] = m2 / (values.size - 1)


@cuda.jit
def shuffle_rows(seed, rows):
    """Fisher and Yates, a row a thread."""
    r = cuda.grid(1)
    if r < len(rows):
        row = rows[r]
        state = uint64(seed + r)
        for k in range(row.size - 1, 0, -1):
            state, bits = splitmix(state)
            j = int(bits % uint64(k + 1))
            row[k], row[j] = row[j], row[k]
