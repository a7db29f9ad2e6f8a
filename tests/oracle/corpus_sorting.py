"""References for tests/exec/corpus/sorting.py."""
from expectations import *

corpus = Corpus("sorting")
rng = seeded(9)

keys = rng.randint(-1000, 1000, 64).astype(np.int32)
swapped = keys.copy()
for i in range(64):
    p = i ^ 4
    if p > i:
        low, high = sorted((int(keys[i]), int(keys[p])))
        swapped[i], swapped[p] = (low, high) if i & 8 == 0 else (high, low)
corpus.check("bitonic_step", 2, 32, (keys, 4, 8), {0: swapped})
corpus.check("bitonic_block", 1, 64, (keys,), {0: np.sort(keys)}, variant="full")
corpus.check("bitonic_block", 1, 64, (keys[:45],), {0: np.sort(keys[:45])}, variant="partial")
floats = rng.rand(51).astype(np.float32)
corpus.check("odd_even", 1, 32, (floats, 51), {0: np.sort(floats)})
corpus.check("scan_inclusive", 1, 64, (keys[:50], np.zeros(50, np.int64)), {1: np.cumsum(keys[:50])})
big = rng.randint(0, 2 ** 31, 128).astype(np.uint32)
sums = np.cumsum(big, dtype=np.uint64) & 0xFFFFFFFF
corpus.check("scan_exclusive", 1, 64, (big, np.zeros(128, np.uint32), np.zeros(1, np.uint32)),
             {1: np.concatenate([[0], sums[:-1]]), 2: sums[-1:]})
kept = keys[:60][keys[:60] > 100]
corpus.check("compact_ordered", 1, 64, (keys[:60], 100, np.zeros(60, np.int32), np.zeros(1, np.int64)),
             {2: np.concatenate([kept, np.zeros(60 - kept.size)]), 3: [kept.size]})
unsigned = rng.randint(0, 4096, 90).astype(np.uint32)
digit = unsigned >> 4 & 15
order = np.argsort(digit, kind="stable")
corpus.check("radix_pass", 1, 8, (unsigned, 4, np.zeros((16, 8), np.int64), np.zeros(90, np.uint32)), {3: unsigned[order]})
del corpus.cases[-1]["expect"]["2"]
a, b = np.sort(rng.randint(0, 40, 37)), np.sort(rng.randint(0, 40, 25))
corpus.check("merge_ranks", 2, 32, (a, b, np.zeros(62, np.int64)), {2: np.sort(np.concatenate([a, b]))})
values, heads = rng.randint(0, 50, 96).astype(np.int32), (rng.rand(96) < 0.2).astype(np.bool_)
heads[::32] = True
running, at = 0, []
for v, h in zip(values, heads):
    running = int(v) if h else running + int(v)
    at.append(running)
corpus.check("segmented_sums", 3, 32, (values, heads, np.zeros(96, np.int32)), {2: at})
corpus.write()
