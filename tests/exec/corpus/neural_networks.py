"""Layers, losses and updates of neural networks."""
import math

import numpy as np
from numba import cuda, float32

THREADS = 32
CHANNELS = 3


@cuda.jit
def relu_backward(x: np.ndarray, grad_out: np.ndarray, grad_in: np.ndarray, slope: float = 0.01):
    i = cuda.grid(1)
    if i < x.size:
        grad_in[i] = grad_out[i] * (1.0 if x[i] > 0 else slope)


@cuda.jit
def softmax_rows(logits, out):
    """A block a row: maximum, sum of exponentials, division."""
    cache = cuda.shared.array(THREADS, float32)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x
    n = logits.shape[1]
    high = float32(-math.inf)
    for i in range(t, n, THREADS):
        high = max(high, logits[row, i])
    cache[t] = high
    cuda.syncthreads()
    k = THREADS // 2
    while k != 0:
        if t < k:
            cache[t] = max(cache[t], cache[t + k])
        cuda.syncthreads()
        k //= 2
    high = cache[0]
    cuda.syncthreads()
    s = float32(0)
    for i in range(t, n, THREADS):
        s += math.exp(logits[row, i] - high)
    cache[t] = s
    cuda.syncthreads()
    k = THREADS // 2
    while k != 0:
        if t < k:
            cache[t] += cache[t + k]
        cuda.syncthreads()
        k //= 2
    for i in range(t, n, THREADS):
        out[row, i] = math.exp(logits[row, i] - high) / cache[0]


@cuda.jit(device=True)
def warp_total(v):
    for m in (16, 8, 4, 2, 1):
        v += cuda.shfl_xor_sync(0xffffffff, v, m)
    return v


@cuda.jit
def layer_norm(x, gain, bias, out, eps):
    """A warp a row."""
    row = (cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x) // 32
    lane = cuda.threadIdx.x % 32
    n = x.shape[1]
    if row >= x.shape[0]:
        return
    s = np.float64(0)
    q = np.float64(0)
    for i in range(lane, n, 32):
        v = x[row, i]
        s += v
        q += v * v
    mean = warp_total(s) / n
    variance = warp_total(q) / n - mean * mean
    for i in range(lane, n, 32):
        out[row, i] = (x[row, i] - mean) / math.sqrt(variance + eps) * gain[i] + bias[i]


@cuda.jit
def conv2d(x, weight, bias, out, stride, padding):
    """Batch and output channel in one grid dimension."""
    ox, oy, z = cuda.grid(3)
    batch, oc = z // weight.shape[0], z % weight.shape[0]
    if ox >= out.shape[3] or oy >= out.shape[2] or batch >= out.shape[0]:
        return
    acc = bias[oc] if bias is not None else 0.0
    for c in range(CHANNELS):
        for ky in range(weight.shape[2]):
            iy = oy * stride + ky - padding
            if iy < 0 or iy >= x.shape[2]:
                continue
            for kx in range(weight.shape[3]):
                ix = ox * stride + kx - padding
                if 0 <= ix < x.shape[3]:
                    acc += x[batch, c, iy, ix] * weight[oc, c, ky, kx]
    out[batch, oc, oy, ox] = acc


@cuda.jit
def max_pool(x, out, where):
    i, j, c = cuda.grid(3)
    if c < out.shape[0] and i < out.shape[1] and j < out.shape[2]:
        best = -np.inf
        at = -1
        window = x[c, 2 * i:2 * i + 2, 2 * j:2 * j + 2]
        for a in range(window.shape[0]):
            for b in range(window.shape[1]):
                if window[a, b] > best:
                    best = window[a, b]
                    at = (2 * i + a) * x.shape[2] + 2 * j + b
        out[c, i, j] = best
        where[c, i, j] = at


@cuda.jit
def attention(q, k, v, out, causal):
    """One query a thread with a running maximum and sum."""
    i = cuda.grid(1)
    n, d = k.shape
    if i >= q.shape[0]:
        return
    acc = cuda.local.array(8, np.float64)
    for c in range(d):
        acc[c] = 0.0
    high = -math.inf
    total = 0.0
    for j in range(i + 1 if causal else n):
        s = 0.0
        for c in range(d):
            s += q[i, c] * k[j, c]
        s /= math.sqrt(d)
        higher = max(high, s)
        scale = math.exp(high - higher)
        w = math.exp(s - higher)
        total = total * scale + w
        for c in range(d):
            acc[c] = acc[c] * scale + w * v[j, c]
        high = higher
    for c in range(d):
        out[i, c] = acc[c] / total


@cuda.jit
def embedding_gradient(tokens, grad, table):
    i, c = cuda.grid(2)
    if i < tokens.size and c < grad.shape[1]:
        cuda.atomic.add(table, (tokens[i], c), grad[i, c])


@cuda.jit
def cross_entropy(logits, labels, loss, gradient):
    i = cuda.grid(1)
    n, classes = logits.shape
    if i < n:
        row = logits[i]
        high = row[0]
        for c in range(1, classes):
            high = max(high, row[c])
        s = 0
        for c in range(classes):
            s += math.exp(row[c] - high)
        cuda.atomic.add(loss, 0, (math.log(s) + high - row[labels[i]]) / n)
        for c in range(classes):
            gradient[i, c] = (math.exp(row[c] - high) / s - (c == labels[i])) / n


@cuda.jit
def adam_step(parameters, gradients, first, second, step, rate, beta1, beta2, eps):
    for i in range(cuda.grid(1), parameters.shape[0], cuda.gridsize(1)):
        g = gradients[i]
        first[i] = beta1 * first[i] + (1 - beta1) * g
        second[i] = beta2 * second[i] + (1 - beta2) * g ** 2
        m = first[i] / (1 - beta1 ** step)
        v = second[i] / (1 - beta2 ** step)
        parameters[i] -= rate * m / (math.sqrt(v) + eps)


@cuda.jit
def gelu(x, out, approximate):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        if approximate:
            out[i] = 0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v ** 3)))
        else:
            out[i] = 0.5 * v * (1 + math.erf(v / math.sqrt(2)))
