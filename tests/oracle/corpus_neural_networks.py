"""References for tests/exec/corpus/neural_networks.py."""
from expectations import *

corpus = Corpus("neural_networks")
rng = seeded(13)

x, g = rng.randn(70).astype(np.float32), rng.randn(70).astype(np.float32)
corpus.check("relu_backward", 3, 32, (x, g, np.zeros(70, np.float32), 0.1), {2: np.where(x > 0, g, 0.1 * g)},
             tolerance=1e-6)


def softmax(a):
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


logits = (rng.randn(5, 77) * 3).astype(np.float32)
corpus.check("softmax_rows", 5, 32, (logits, np.zeros_like(logits)), {1: softmax(logits.astype(np.float64))},
             tolerance=1e-6)

x, gain, bias = rng.randn(6, 50), rng.rand(50), rng.rand(50)
normal = (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)
corpus.check("layer_norm", 2, 128, (x, gain, bias, np.zeros((6, 50)), 1e-5), {3: normal * gain + bias}, tolerance=1e-11)

image, weight, bias = rng.randn(2, 3, 9, 8), rng.randn(4, 3, 3, 3), rng.randn(4)
padded = np.pad(image, ((0, 0), (0, 0), (1, 1), (1, 1)))
windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))[:, :, ::2, ::2]
conv = np.einsum("bcyxij,ocij->boyx", windows, weight)
shape = conv.shape
corpus.check("conv2d", (1, 2, 4), (4, 4, 2), (image, weight, bias, np.zeros(shape), 2, 1),
             {3: conv + bias[:, None, None]}, tolerance=1e-12, variant="bias")
corpus.check("conv2d", (1, 2, 4), (4, 4, 2), (image, weight, None, np.zeros(shape), 2, 1), {3: conv}, tolerance=1e-12,
             variant="no bias")

x = rng.randn(2, 7, 10).astype(np.float32)
pooled, where = np.zeros((2, 4, 5)), np.zeros((2, 4, 5), np.int32)
for c in range(2):
    for i in range(4):
        for j in range(5):
            cells = [(r, s) for r in (2 * i, 2 * i + 1) for s in (2 * j, 2 * j + 1) if r < 7]
            r, s = max(cells, key=lambda at: x[c, at[0], at[1]])
            pooled[c, i, j], where[c, i, j] = x[c, r, s], r * 10 + s
corpus.check("max_pool", (1, 2, 1), (4, 4, 2), (x, np.zeros((2, 4, 5), np.float32), np.zeros((2, 4, 5), np.int32)),
             {1: pooled, 2: where})

q, k, v = rng.randn(12, 8), rng.randn(12, 8), rng.randn(12, 8)
scores = q @ k.T / np.sqrt(8)
corpus.check("attention", 1, 32, (q, k, v, np.zeros((12, 8)), False), {3: softmax(scores) @ v}, tolerance=1e-12,
             variant="all")
masked = np.where(np.tri(12) > 0, scores, -np.inf)
corpus.check("attention", 1, 32, (q, k, v, np.zeros((12, 8)), True), {3: softmax(masked) @ v}, tolerance=1e-12,
             variant="causal")

tokens, grad = rng.randint(0, 9, 30), rng.randint(-8, 9, (30, 5)).astype(np.float32)
table = np.zeros((9, 5), np.float32)
np.add.at(table, tokens, grad)
corpus.check("embedding_gradient", (4, 1), (8, 8), (tokens, grad, np.zeros((9, 5), np.float32)), {2: table})

logits, labels = rng.randn(20, 6), rng.randint(0, 6, 20).astype(np.int32)
p = softmax(logits)
corpus.check("cross_entropy", 1, 32, (logits, labels, np.zeros(1), np.zeros((20, 6))),
             {2: [-np.mean(np.log(p[np.arange(20), labels]))], 3: (p - np.eye(6)[labels]) / 20}, tolerance=1e-12)

w, g, m, s = rng.randn(90), rng.randn(90), rng.randn(90) * 0.1, rng.rand(90)
m1, s1 = 0.9 * m + 0.1 * g, 0.999 * s + 0.001 * g * g
corpus.check("adam_step", 2, 32, (w, g, m, s, 3, 0.01, 0.9, 0.999, 1e-8),
             {0: w - 0.01 * (m1 / (1 - 0.9 ** 3)) / (np.sqrt(s1 / (1 - 0.999 ** 3)) + 1e-8), 2: m1, 3: s1}, tolerance=1e-11)

x = rng.randn(40) * 2
exact = np.array([v * 0.5 * math.erfc(-v / math.sqrt(2)) for v in x])
corpus.check("gelu", 2, 32, (x, np.zeros(40), False), {1: exact}, tolerance=1e-12, variant="exact")
inner = np.sqrt(2 / np.pi) * (x + 0.044715 * x * x * x)
corpus.check("gelu", 2, 32, (x, np.zeros(40), True), {1: x / (1 + np.exp(-2 * inner))}, tolerance=1e-12, variant="tanh")
corpus.write()
