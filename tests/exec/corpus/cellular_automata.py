"""Cellular automata and lattice models, in the native spelling."""
import numpy as np

from kernelc import *

SIDE = 8
HALO = SIDE + 2
EMPTY, TREE, FIRE = 0, 1, 2


@kernel
def life(old, new):
    """Periodic borders by floor modulo."""
    x, y = grid(2)
    h, w = old.shape
    if x < w and y < h:
        n = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if dx or dy:
                    n += old[(y + dy) % h, (x + dx) % w]
        new[y, x] = n == 3 or (n == 2 and old[y, x] != 0)


@kernel
def life_generations(board, generations):
    """A whole small board in shared memory, many generations."""
    cells = shared.array((2, HALO, HALO), uint8)
    x = threadIdx.x
    y = threadIdx.y
    for j in range(y, HALO, SIDE):
        for i in range(x, HALO, SIDE):
            cells[0, j, i] = 0
            cells[1, j, i] = 0
    syncthreads()
    cells[0, y + 1, x + 1] = board[y, x]
    syncthreads()
    for g in range(generations):
        now = g % 2
        n = -cells[now, y + 1, x + 1]
        for j in range(y, y + 3):
            for i in range(x, x + 3):
                n += cells[now, j, i]
        alive = cells[now, y + 1, x + 1]
        cells[1 - now, y + 1, x + 1] = 1 if n == 3 or (alive and n == 2) else 0
        syncthreads()
    board[y, x] = cells[generations % 2, y + 1, x + 1]


@kernel
def elementary(words, out, rule):
    """64 cells a word: the neighbours' bits are shifted in."""
    i = grid(1)
    n = words.size
    if i < n:
        centre = words[i]
        left = (centre >> 1) | (words[i - 1] << 63)
        right = (centre << 1) | (words[(i + 1) % n] >> 63)
        result = uint64(0)
        for pattern in range(8):
            if rule >> pattern & 1:
                a = left if pattern & 4 else ~left
                b = centre if pattern & 2 else ~centre
                c = right if pattern & 1 else ~right
                result |= a & b & c
        out[i] = result


@device
def mixed(x):
    x = uint32(x)
    x ^= x >> 16
    x *= uint32(0x7feb352d)
    x ^= x >> 15
    x *= uint32(0x846ca68b)
    return x ^ (x >> 16)


@kernel
def forest_fire(old, new, seed, growth, lightning):
    """Chances are thresholds of a hash of place and time."""
    x, y = grid(2)
    height, width = old.shape
    if y >= height or x >= width:
        return
    chance = mixed(uint32(y * width + x) * uint32(2654435761) + uint32(seed))
    state = old[y, x]
    if state == FIRE:
        new[y, x] = EMPTY
    elif state == EMPTY:
        new[y, x] = TREE if chance < growth else EMPTY
    else:
        burning = False
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= y + dy < height and 0 <= x + dx < width and old[y + dy, x + dx] == FIRE:
                burning = True
        new[y, x] = FIRE if burning or chance < lightning else TREE


@kernel
def topple(sand, spill):
    """One sweep of the sandpile: grains fall to the neighbours by atomics."""
    x, y = grid(2)
    h, w = sand.shape
    if x < w and y < h and sand[y, x] >= 4:
        grains = sand[y, x] // 4
        atomic.sub(spill, (y, x), 4 * grains)
        if y > 0:
            atomic.add(spill, (y - 1, x), grains)
        if y < h - 1:
            atomic.add(spill, (y + 1, x), grains)
        if x > 0:
            atomic.add(spill, (y, x - 1), grains)
        if x < w - 1:
            atomic.add(spill, (y, x + 1), grains)


@kernel
def ising(spins, randoms, colour, beta):
    """Metropolis on one colour of the checkerboard."""
    i, j = grid(2)
    n, m = spins.shape
    if i < n and j < m and (i + j) % 2 == colour:
        s = spins[i, j]
        field = spins[i - 1, j] + spins[(i + 1) % n, j] + spins[i, j - 1] + spins[i, (j + 1) % m]
        cost = 2 * s * field
        if cost <= 0 or randoms[i, j] < np.exp(-beta * cost):
            spins[i, j] = -s


@kernel
def langton(board, ants, steps):
    """A thread an ant on a board of its own."""
    a = grid(1)
    if a < ants.shape[0]:
        y, x, heading = ants[a]
        for _ in range(steps):
            if board[a, y, x]:
                heading = (heading + 3) % 4
            else:
                heading = (heading + 1) % 4
            board[a, y, x] ^= 1
            if heading == 0:
                y -= 1
            elif heading == 1:
                x += 1
            elif heading == 2:
                y += 1
            else:
                x -= 1
            y %= board.shape[1]
            x %= board.shape[2]
        ants[a, 0], ants[a, 1], ants[a, 2] = y, x, heading
