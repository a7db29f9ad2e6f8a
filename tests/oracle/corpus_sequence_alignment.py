"""References for tests/exec/corpus/sequence_alignment.py."""
import functools

from expectations import *

corpus = Corpus("sequence_alignment")
rng = seeded(7)

lengths = rng.randint(1, 25, 12).astype(np.int64)
words = rng.randint(97, 101, (12, 32)).astype(np.uint8)
pairs = rng.randint(0, 12, (20, 2)).astype(np.int64)


def edits(a, b):
    @functools.lru_cache(None)
    def d(i, j):
        if min(i, j) == 0:
            return i + j
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (a[i - 1] != b[j - 1]))
    return d(len(a), len(b))


distances = [edits(bytes(words[i, :lengths[i]]), bytes(words[j, :lengths[j]])) for i, j in pairs]
corpus.check("levenshtein", 1, 32, (words, lengths, pairs, np.zeros(20, np.int32)), {3: distances})

a, b = rng.randint(0, 4, 30).astype(np.int8), rng.randint(0, 4, 22).astype(np.int8)
table = [[0] * 23 for _ in range(31)]
for i in range(30):
    for j in range(22):
        table[i + 1][j + 1] = max(0, table[i][j] + (2 if a[i] == b[j] else -1), table[i][j + 1] - 2,
                                  table[i + 1][j] - 2)
corpus.check("smith_waterman", 1, 32, (a, b, np.zeros((31, 23), np.int32), np.zeros(1, np.int32)),
             {2: table, 3: [max(map(max, table))]})

matrix = rng.randint(-3, 5, (4, 4)).astype(np.int32)
queries, target = rng.randint(0, 4, (10, 14)).astype(np.int32), rng.randint(0, 4, 17).astype(np.int32)


def global_score(q, t):
    @functools.lru_cache(None)
    def s(i, j):
        if min(i, j) == 0:
            return -2 * (i + j)
        return max(s(i - 1, j - 1) + int(matrix[q[i - 1], t[j - 1]]), s(i - 1, j) - 2, s(i, j - 1) - 2)
    return s(len(q), len(t))


corpus.check("needleman_wunsch", 1, 10, (queries, target, matrix, np.zeros(10, np.int32)),
             {3: [global_score(q, target) for q in queries]}, shared=10 * 2 * 18 * 4)

series, template = rng.rand(9, 20), rng.rand(20)


def warped(x, y, band):
    @functools.lru_cache(None)
    def d(i, j):
        if i < 0 or j < 0 or abs(i - j) > band:
            return math.inf
        ahead = 0.0 if i == j == 0 else min(d(i - 1, j), d(i, j - 1), d(i - 1, j - 1))
        return abs(x[i] - y[j]) + ahead
    return d(len(x) - 1, len(y) - 1)


corpus.check("dynamic_time_warping", 1, 32, (series, template, 4, np.zeros(9)),
             {3: [warped(x, template, 4) for x in series]}, tolerance=1e-12)

packed = rng.randint(0, 2 ** 32, (9, 4), np.uint64).astype(np.uint32)
asked = rng.randint(0, 2 ** 32, (5, 4), np.uint64).astype(np.uint32)
bits = np.array([[sum(bin(int(x) ^ int(y)).count("1") for x, y in zip(p, q)) for q in asked] for p in packed])
corpus.check("hamming", (2, 1), (8, 8), (packed, asked, np.zeros((9, 5), np.int32)), {2: bits})

a, b = rng.randint(0, 3, 40), rng.randint(0, 3, 27)
row = [0] * 28
for x in a:
    new = [0]
    for j, y in enumerate(b):
        new.append(row[j] + 1 if x == y else max(row[j + 1], new[-1]))
    row = new
corpus.check("longest_common_subsequence", 1, 32, (a, b, np.zeros(1, np.int64)), {2: [row[-1]]})

sequence = rng.randint(0, 4, 150).astype(np.uint8)
found = np.zeros(64, np.int32)
for i in range(148):
    found[int("".join(map(str, sequence[i:i + 3])), 4)] += 1
corpus.check("count_kmers", 5, 32, (sequence, 3, np.zeros(64, np.int32)), {2: found})

reads, lengths = rng.randint(0, 4, (6, 20)).astype(np.uint8), rng.randint(1, 21, 6).astype(np.int32)
turned = np.zeros((6, 20), np.uint8)
for s in range(6):
    turned[s, :lengths[s]] = 3 - reads[s, :lengths[s]][::-1]
corpus.check("reverse_complement", (2, 3), (4, 8), (reads, lengths, np.zeros((6, 20), np.uint8)), {2: turned})
corpus.write()
