"""References for tests/exec/corpus/graphs.py."""
import collections

from expectations import *

corpus = Corpus("graphs")
rng = seeded(8)

N = 60
adjacent = [set() for _ in range(N)]
edges = []
while len(edges) < 90:
    u, v = map(int, rng.randint(0, N, 2))
    # Three separate parts.
    if u != v and u % 3 == v % 3 and v not in adjacent[u]:
        adjacent[u].add(v)
        adjacent[v].add(u)
        edges.append((u, v))
starts = np.concatenate([[0], np.cumsum([len(a) for a in adjacent])]).astype(np.int32)
targets = np.array([w for a in adjacent for w in sorted(a)], np.int32)

levels = {0: 0}
queue = collections.deque([0])
while queue:
    v = queue.popleft()
    for w in adjacent[v]:
        if w not in levels:
            levels[w] = levels[v] + 1
            queue.append(w)


def upto(depth):
    return np.array([levels[v] if v in levels and levels[v] <= depth else -1 for v in range(N)], np.int32)


corpus.check("bfs_level", 2, 32, (starts, targets, upto(2), 2, np.zeros(1, np.bool_)), {2: upto(3), 4: [True]})
frontier = np.flatnonzero(upto(2) == 2).astype(np.int32)
size = int(np.count_nonzero(upto(3) == 3))
# The order of the queue is free, so only its length is compared.
case = (starts, targets, upto(2), frontier, frontier.size, np.zeros(N, np.int64), np.zeros(1, np.int32), 3)
corpus.check("bfs_queue", 2, 32, case, {2: upto(3), 6: [size]})
del corpus.cases[-1]["expect"]["5"]

weights = rng.randint(1, 20, targets.size).astype(np.int64)
distance = {0: 0}
for _ in range(N):
    for v in list(distance):
        for e in range(starts[v], starts[v + 1]):
            w = int(targets[e])
            distance[w] = min(distance.get(w, 1 << 30), distance[v] + int(weights[e]))
begin = np.full(N, 1 << 30, np.int64)
begin[0] = 0
corpus.check("shortest_paths", 1, 64, (starts, targets, weights, begin),
             {3: [distance.get(v, 1 << 30) for v in range(N)]})

degree = np.maximum(np.diff(starts), 1).astype(np.int32)
links = np.zeros((N, N))
for v in range(N):
    links[v, sorted(adjacent[v])] = 1
rank = rng.rand(N)
corpus.check("page_rank", 2, 32, (starts, targets, degree, rank, np.zeros(N), 0.85),
             {4: 0.15 / N + 0.85 * (links @ (rank / degree))}, tolerance=1e-13)

root = list(range(N))
for _ in range(N):
    for u, v in edges:
        root[u] = root[v] = min(root[u], root[v])
pairs = np.array(edges, np.int64)
# Trees differ with the order of the threads; roots do not. One component is a chain of one edge each.
single = np.array([(i, i + 20) for i in range(20)], np.int64)
parents = np.arange(N)
joined = parents.copy()
joined[20:40] = np.arange(20)
corpus.check("components", 1, 32, (single, parents), {1: joined})
chain = np.array([max(v - 3, v % 3) for v in range(N)], np.int64)
corpus.check("flatten_roots", 2, 32, (chain, np.zeros(N, np.int64)), {1: np.arange(N) % 3})

dense = (rng.rand(24, 24) < 0.3).astype(np.int64)
dense = np.triu(dense, 1)
dense += dense.T
lists = [np.flatnonzero(r) for r in dense]
row = np.concatenate([[0], np.cumsum([r.size for r in lists])])
corpus.check("count_triangles", 1, 32, (row, np.concatenate(lists), np.zeros(1, np.int64)),
             {2: [np.trace(dense @ dense @ dense) // 6]})

d = rng.rand(14, 14) + 0.1
hop = np.tile(np.arange(14), (14, 1))
through = d[:, 4:5] + d[4:5, :]
better = through < d
better[4] = better[:, 4] = False
corpus.check("floyd_warshall", (2, 2), (8, 8), (d, hop, 4),
             {0: np.where(better, through, d), 1: np.where(better, hop[:, 4:5], hop)}, tolerance=1e-15)

votes = np.array([0] * N, np.int32)
labels = rng.randint(0, 8, N).astype(np.int32)
for v in range(N):
    tally = collections.Counter(int(labels[w]) for w in adjacent[v])
    best = max(tally.values(), default=0)
    votes[v] = min(k for k in range(8) if tally.get(k, 0) == best) if tally else 0
corpus.check("label_votes", 2, 32, (starts, targets, labels, np.zeros(N, np.int32)), {3: votes})

# A star whose arms have higher numbers than its centre: the arms are coloured, the centre waits.
star_rows = np.array([0, 5, 6, 7, 8, 9, 10], np.int32)
star = np.array([1, 2, 3, 4, 5, 0, 0, 0, 0, 0], np.int32)
corpus.check("greedy_colouring", 1, 32, (star_rows, star, np.array([7, 0, 0, 0, 0, 0], np.int32), 0, np.zeros(1, np.int32)),
             {2: [7, 1, 1, 1, 1, 1]})
corpus.write()
