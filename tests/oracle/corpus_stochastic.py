"""References for tests/exec/corpus/stochastic.py: the generator in plain Python."""
from expectations import *

corpus = Corpus("stochastic")
M = 2 ** 64 - 1
STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


def rotl(x, k):
    return (x << k | x >> 64 - k) & M


class Generator:
    def __init__(self, s0, s1):
        self.s0, self.s1 = s0, s1

    def next(self):
        result = self.s0 + self.s1 & M
        s1 = self.s1 ^ self.s0
        self.s0 = rotl(self.s0, 55) ^ s1 ^ (s1 << 14 & M)
        self.s1 = rotl(s1, 36)
        return result

    def uniform(self):
        return (self.next() >> 11) / 2 ** 53

    def normal(self):
        u1, u2 = float(np.float32(self.uniform())), float(np.float32(self.uniform()))
        return math.sqrt(-2 * math.log(u1)) * math.cos(2 * math.pi * u2)


def some_states(count, seed):
    """States of splitmix64, as good as those that a host makes."""
    values, z = [], seed
    for _ in range(2 * count):
        z = z + 0x9E3779B97F4A7C15 & M
        r = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M
        r = (r ^ r >> 27) * 0x94D049BB133111EB & M
        values.append(r ^ r >> 31)
    return np.array([tuple(values[2 * i:2 * i + 2]) for i in range(count)], STATE)


def generators(states):
    return [Generator(int(s["s0"]), int(s["s1"])) for s in states]


def after(gens):
    return np.array([(g.s0, g.s1) for g in gens], STATE)


states = some_states(64, 1)
gens = generators(states)
inside = [sum(g.uniform() ** 2 + g.uniform() ** 2 <= 1 for _ in range(50)) for g in gens]
corpus.check("estimate_pi", 2, 32, (states, 50, np.zeros(64, np.int32)), {0: after(gens), 2: inside})

states = some_states(30, 2)
gens = generators(states)
path = np.zeros((30, 3))
for i, g in enumerate(gens):
    for _ in range(10):
        for axis in range(3):
            path[i, axis] += 0.1 * g.normal()
corpus.check("random_walk_3d", 1, 32, (states, np.zeros((30, 3)), 0.01), {0: after(gens), 1: path}, tolerance=1e-5)

states = some_states(90, 3)
gens = generators(states)
x = seeded(20).rand(90).astype(np.float32)
kept = np.array([np.float32(g.uniform()) < np.float32(0.7) for g in gens])
corpus.check("dropout", 3, 32, (states, x, np.float32(0.7), np.zeros(90, np.float32), np.zeros(90, np.bool_)),
             {0: after(gens), 3: np.where(kept, x / np.float32(0.7), 0), 4: kept}, tolerance=1e-6)

states = some_states(80, 4)
gens = generators(states)
alive, survivors = np.ones(80, np.bool_), np.zeros(12, np.int32)
for i, g in enumerate(gens):
    for t in range(12):
        if g.uniform() < 0.15:
            alive[i] = False
            break
        survivors[t] += 1
corpus.check("decay", 3, 32, (states, np.ones(80, np.bool_), 0.15, 12, np.zeros(12, np.int32)),
             {0: after(gens), 1: alive, 4: survivors})

states = some_states(20, 5)
gens = generators(states)
waits = np.zeros((20, 15))
for i, g in enumerate(gens):
    for n in range(1, 15):
        service = -math.log(1 - g.uniform()) / 1.25
        waits[i, n] = max(0, waits[i, n - 1] + service + math.log(1 - g.uniform()))
    g.uniform(), g.uniform()
corpus.check("queue", 1, 32, (states, 1.0, 1.25, np.zeros((20, 15))), {0: after(gens), 3: waits}, tolerance=1e-11)
corpus.write()
