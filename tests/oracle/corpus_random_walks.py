"""References for tests/exec/corpus/random_walks.py."""
import statistics

from expectations import *

corpus = Corpus("random_walks")
rng = seeded(18)
M = 2 ** 64 - 1


def stream(state):
    while True:
        state = state + 0x9E3779B97F4A7C15 & M
        r = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & M
        r = (r ^ r >> 27) * 0x94D049BB133111EB & M
        yield r ^ r >> 31


def take(state, n):
    bits = stream(state)
    return [next(bits) for _ in range(n)]


ways = np.array([[2 * (b & 1) - 1 for b in take(100 + i, 60)] for i in range(50)])
places = np.cumsum(ways, axis=1)
corpus.check("walk_1d", 2, 32, (100, 60, np.zeros(50, np.int64), np.zeros(50, np.int32)),
             {2: places[:, -1], 3: np.maximum(places.max(axis=1), 0)})

visits = np.zeros((16, 16), np.int32)
for i in range(64):
    z = 8 + 8j
    for b in take(77 ^ i, 25):
        z += (1, -1, 1j, -1j)[b >> 62]
        visits[int(z.imag) % 16, int(z.real) % 16] += 1
corpus.check("walk_2d", 2, 32, (77, 25, np.zeros((16, 16), np.int32)), {2: visits})

lengths = []
for i in range(40):
    bits, seen, at, n = stream(5 + 31 * i), set(), (8, 8), 0
    while 0 <= min(at) and max(at) < 16:
        seen.add(at)
        free = [(at[0] + dx, at[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        free = [p for p in free if p not in seen]
        if not free:
            break
        at = free[next(bits) % len(free)]
        n += 1
    lengths.append(n)
corpus.check("self_avoiding", 2, 32, (5, np.zeros(40, np.int64)), {1: lengths})

draws = rng.rand(12, 30, 2)
chain = np.zeros((12, 30))
accepted = np.zeros(12)
for c in range(12):
    x = 0.5
    for t in range(30):
        y = x + 2.0 * (draws[c, t, 0] - 0.5)
        if draws[c, t, 1] < min(1.0, math.exp((x - y) * (x + y) / 2)):
            x = y
            accepted[c] += 1 / 30
        chain[c, t] = x
corpus.check("metropolis", 1, 32, (draws, 0.5, 2.0, np.zeros((12, 30)), np.zeros(12)), {3: chain, 4: accepted},
             tolerance=1e-11)

lists = [sorted(set(rng.randint(0, 20, 4).tolist()) - {v}) for v in range(20)]
lists[7] = []
starts = np.concatenate([[0], np.cumsum([len(x) for x in lists])])
targets = np.array(sum(lists, []))
paths = np.full((25, 10), -7, np.int32)
paths[:, 0] = np.arange(25) % 20
walked = paths.copy()
for w in range(25):
    bits = stream(9 + w * 1000003)
    v, previous = int(paths[w, 0]), -1
    for t in range(1, 10):
        if not lists[v]:
            walked[w, t:] = -1
            break
        pick = lists[v][next(bits) % len(lists[v])]
        if pick == previous and len(lists[v]) > 1:
            pick = lists[v][next(bits) % len(lists[v])]
        previous, v = v, pick
        walked[w, t] = v
corpus.check("graph_walk", 1, 32, (starts, targets, 9, paths), {3: walked})

steps = rng.choice([-1, 1], (40, 50)).astype(np.int8)
far = np.abs(np.cumsum(steps, axis=1, dtype=np.int64)) >= 7
corpus.check("first_passage", 2, 32, (steps, 7, np.zeros(40, np.int32)),
             {2: np.where(far.any(axis=1), far.argmax(axis=1) + 1, -1)})

values = rng.rand(30)
samples = [[values[b % 30] for b in take(3 + i, 30)] for i in range(40)]
corpus.check("bootstrap_means", 2, 32, (values, 3, np.zeros((40, 2))),
             {2: [[statistics.fmean(s), statistics.variance(s)] for s in samples]}, tolerance=1e-12)

rows = np.tile(np.arange(15, dtype=np.int16), (20, 1))
mixed = rows.tolist()
for r in range(20):
    for k, b in zip(range(14, 0, -1), take(11 + r, 14)):
        j = b % (k + 1)
        mixed[r][k], mixed[r][j] = mixed[r][j], mixed[r][k]
corpus.check("shuffle_rows", 1, 32, (11, rows), {1: mixed})
corpus.write()
