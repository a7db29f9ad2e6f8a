"""Traversal, paths, ranks and components of graphs in compressed rows."""
import numpy as np
from numba import cuda, int32

UNSEEN = -1
BIG = 1 << 30


@cuda.jit
def bfs_level(starts, targets, level, depth, grew):
    """One level: neighbours of the frontier that nobody has seen."""
    v = cuda.grid(1)
    if v < level.size and level[v] == depth:
        for e in range(starts[v], starts[v + 1]):
            w = targets[e]
            if level[w] == UNSEEN:
                level[w] = depth + 1
                grew[0] = True


@cuda.jit
def bfs_queue(starts, targets, level, frontier, size, following, next_size, depth):
    """The frontier as a list; a slot of the next one is what the atomic addition returns."""
    i = cuda.grid(1)
    if i >= size:
        return
    v = frontier[i]
    for e in range(starts[v], starts[v + 1]):
        w = targets[e]
        if cuda.atomic.cas(level, w, UNSEEN, depth) == UNSEEN:
            slot = cuda.atomic.add(next_size, 0, 1)
            following[slot] = w


@cuda.jit
def shortest_paths(starts, targets, weights, distance):
    """Bellman and Ford in one block, until nothing changes."""
    changed = cuda.shared.array(1, int32)
    v = cuda.threadIdx.x
    n = distance.size
    while True:
        cuda.syncthreads()
        if v == 0:
            changed[0] = 0
        cuda.syncthreads()
        if v < n and distance[v] < BIG:
            for e in range(starts[v], starts[v + 1]):
                candidate = distance[v] + weights[e]
                if cuda.atomic.min(distance, targets[e], candidate) > candidate:
                    changed[0] = 1
        cuda.syncthreads()
        if not changed[0]:
            break


@cuda.jit
def page_rank(starts, sources, out_degree, rank, new_rank, damping):
    v = cuda.grid(1)
    n = rank.size
    if v < n:
        s = 0.0
        for e in range(starts[v], starts[v + 1]):
            u = sources[e]
            s += rank[u] / out_degree[u]
        new_rank[v] = (1 - damping) / n + damping * s


@cuda.jit(device=True)
def find_root(parent, v):
    while parent[v] != v:
        v = parent[v]
    return v


@cuda.jit
def components(edges, parent):
    """Hooking with compare-and-swap, the lower root wins."""
    e = cuda.grid(1)
    if e < edges.shape[0]:
        u, v = edges[e]
        while True:
            u = find_root(parent, u)
            v = find_root(parent, v)
            if u == v:
                break
            low, high = min(u, v), max(u, v)
            if cuda.atomic.compare_and_swap(parent[high:], high, low) == high:
                break


@cuda.jit
def flatten_roots(parent, out):
    v = cuda.grid(1)
    if v < len(parent):
        out[v] = find_root(parent, v)


@cuda.jit
def count_triangles(starts, targets, total):
    """Merges sorted neighbour lists; each triangle is counted at its lowest corner."""
    u = cuda.grid(1)
    if u >= starts.shape[0] - 1:
        return
    count = 0
    mine = targets[starts[u]:starts[u + 1]]
    for v in mine:
        if v <= u:
            continue
        others = targets[starts[v]:starts[v + 1]]
        i = j = 0
        while i < mine.size and j < others.size:
            a, b = mine[i], others[j]
            if a == b:
                count += a > v
                i += 1
                j += 1
            elif a < b:
                i += 1
            else:
                j += 1
    cuda.atomic.add(total, 0, count)


@cuda.jit
def floyd_warshall(d, following, k):
    i, j = cuda.grid(2)
    n = d.shape[0]
    if i < n and j < n and i != k and j != k:
        through = d[i, k] + d[k, j]
        if through < d[i, j]:
            d[i, j] = through
            following[i, j] = following[i, k]


@cuda.jit
def greedy_colouring(starts, targets, colour, round_number, left):
    """Jones and Plassmann: who has the highest number among the uncoloured takes the lowest free colour."""
    v = cuda.grid(1)
    if v >= colour.size or colour[v] != 0:
        return
    used = 0
    for e in range(starts[v], starts[v + 1]):
        w = targets[e]
        c = colour[w]
        if (c == 0 or c == round_number + 100) and w > v:
            cuda.atomic.add(left, 0, 1)
            return
        if 0 < c < 64:
            used |= 1 << c
    pick = 1
    while used >> pick & 1:
        pick += 1
    colour[v] = pick


@cuda.jit
def label_votes(starts, targets, labels, new_labels):
    """The commonest label among the neighbours, the lower of equals; a local histogram."""
    v = cuda.grid(1)
    if v < labels.shape[0]:
        votes = cuda.local.array(8, int32)
        for k in range(8):
            votes[k] = 0
        for w in targets[starts[v]:starts[v + 1]]:
            votes[labels[w]] += 1
        best = labels[v]
        for k in range(8):
            if votes[k] > votes[best] or votes[k] == votes[best] and k < best:
                best = k
        new_labels[v] = best
