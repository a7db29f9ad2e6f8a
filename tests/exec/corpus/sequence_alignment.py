"""Strings, alignments and dynamic time warping."""
import math

import numpy as np
from numba import cuda, int32, int64

MAX_LENGTH = 48
MATCH, MISMATCH, GAP = 2, -1, -2


@cuda.jit
def levenshtein(words, lengths, pairs, distance):
    """A pair a thread, one row of the table in a local array."""
    p = cuda.grid(1)
    if p >= pairs.shape[0]:
        return
    i, j = pairs[p]
    a, b = words[i], words[j]
    row = cuda.local.array(MAX_LENGTH + 1, int32)
    for k in range(lengths[j] + 1):
        row[k] = k
    for r in range(1, lengths[i] + 1):
        corner = row[0]
        row[0] = r
        for k in range(1, lengths[j] + 1):
            above = row[k]
            row[k] = min(above + 1, row[k - 1] + 1, corner + (a[r - 1] != b[k - 1]))
            corner = above
    distance[p] = row[lengths[j]]


@cuda.jit
def smith_waterman(a, b, table, best):
    """Anti-diagonals in one block, a thread a row."""
    i = cuda.threadIdx.x + 1
    for diagonal in range(2, a.size + b.size + 1):
        j = diagonal - i
        if i <= a.size and 1 <= j <= b.size:
            score = MATCH if a[i - 1] == b[j - 1] else MISMATCH
            v = max(0, table[i - 1, j - 1] + score, table[i - 1, j] + GAP, table[i, j - 1] + GAP)
            table[i, j] = v
            cuda.atomic.max(best, 0, v)
        cuda.syncthreads()


@cuda.jit(device=True)
def score_of(x, y, matrix):
    return matrix[x][y]


@cuda.jit
def needleman_wunsch(queries, target, matrix, scores):
    """Global alignment with a substitution matrix, two rows of dynamic shared memory a thread."""
    rows = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    q = cuda.grid(1)
    width = target.size + 1
    if q < queries.shape[0]:
        old = rows[2 * t * width:(2 * t + 1) * width]
        new = rows[(2 * t + 1) * width:(2 * t + 2) * width]
        for j in range(width):
            old[j] = j * GAP
        for i in range(queries.shape[1]):
            new[0] = (i + 1) * GAP
            for j in range(1, width):
                new[j] = max(old[j - 1] + score_of(queries[q, i], target[j - 1], matrix),
                             max(old[j], new[j - 1]) + GAP)
            for j in range(width):
                old[j] = new[j]
        scores[q] = old[-1]


@cuda.jit
def dynamic_time_warping(series, template, band, out):
    """A series a thread; the band leaves cells at infinity."""
    s = cuda.grid(1)
    if s >= series.shape[0]:
        return
    x = series[s, :]
    n, m = x.shape[0], template.shape[0]
    last = cuda.local.array(MAX_LENGTH, dtype=np.float64)
    here = cuda.local.array(MAX_LENGTH, dtype=np.float64)
    for j in range(m):
        last[j] = math.inf
    for i in range(n):
        for j in range(m):
            here[j] = np.inf
        for j in range(max(0, i - band), min(m, i + band + 1)):
            cost = abs(x[i] - template[j])
            if i == 0 and j == 0:
                here[j] = cost
            else:
                reach = last[j]
                if j > 0:
                    reach = min(reach, here[j - 1], last[j - 1])
                here[j] = cost + reach
        last, here = here, last
    out[s] = last[m - 1]


@cuda.jit
def hamming(packed, queries, distance):
    """Bits that differ, by population count."""
    i, j = cuda.grid(2)
    if i < packed.shape[0] and j < queries.shape[0]:
        d = 0
        for k in range(packed.shape[1]):
            d += cuda.popc(packed[i, k] ^ queries[j, k])
        distance[i, j] = d


@cuda.jit
def longest_common_subsequence(a, b, out):
    """One warp, the row in registers: each lane holds a column, shuffles bring the left neighbour."""
    lane = cuda.threadIdx.x
    row = 0
    corner = 0
    for step in range(a.size + 31):
        i = step - lane
        left = cuda.shfl_up_sync(0xffffffff, row, 1)
        if lane == 0:
            left = 0
        above = row
        if 0 <= i < a.size and lane < b.size:
            if a[i] == b[lane]:
                row = corner + 1
            else:
                row = max(above, left)
            corner = left
    if lane == b.size - 1:
        out[0] = row


@cuda.jit
def count_kmers(sequence, k, counts):
    i = cuda.grid(1)
    if i + k <= len(sequence):
        code = 0
        for letter in sequence[i:i + k]:
            code = code * 4 + letter
        cuda.atomic.add(counts, code, 1)


@cuda.jit
def reverse_complement(sequences, lengths, out):
    s, i = cuda.grid(2)
    if s < sequences.shape[0] and i < lengths[s]:
        out[s, i] = 3 - sequences[s, lengths[s] - 1 - i]
