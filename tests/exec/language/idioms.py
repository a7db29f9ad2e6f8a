"""What real kernels say and a list of features hides: one kernel an idiom. Expectations: tests/oracle/exec_idioms.py."""

import math

import numpy as np
from numba import cuda, float32, int32, uint64
from numba.cuda.random import xoroshiro128p_uniform_float32

TPB = 16
SHAPE = (4, 3)
SCALE = np.float32(0.1)
COUNT = np.int64(5)
WEIGHTS = (0.25, 0.5, 0.25)


# --- Accumulators and variables that change ---


@cuda.jit
def accumulator_starts_as_int(a, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0
        for j in range(a.shape[1]):
            s += a[i, j]
        out[i] = s


@cuda.jit
def accumulator_of_products(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        acc = 0
        for k in range(a.shape[0]):
            acc += a[k] * b[k]
        out[i] = acc + i


@cuda.jit
def parameter_reassigned(a, n, out):
    i = cuda.grid(1)
    n = n * 0.5
    if i < out.size:
        out[i] = a[i] * n


@cuda.jit
def parameter_reassigned_in_branch(a, limit, out):
    i = cuda.grid(1)
    if i < out.size:
        if a[i] > limit:
            limit = limit / 4
        out[i] = limit


@cuda.jit
def local_set_on_some_paths(a, out):
    i = cuda.grid(1)
    if i < out.size:
        if a[i] > 2:
            found = a[i] * 2
        for j in range(a[i]):
            if j == 3:
                at = j * 10
        out[i, 0] = found
        out[i, 1] = at


@cuda.jit
def running_extremes(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        low = math.inf
        high = -np.inf
        best = -1
        for j in range(a.shape[1]):
            if a[i, j] < low:
                low = a[i, j]
                best = j
            high = max(high, a[i, j])
        out[i, 0] = low
        out[i, 1] = high
        out[i, 2] = best


# --- Keywords, types from arguments ---


@cuda.jit
def grid_by_keyword(out):
    x, y = cuda.grid(ndim=2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = x * 100 + y + cuda.gridsize(ndim=1)


@cuda.jit
def shape_and_dtype_keywords(a, out):
    tile = cuda.shared.array(shape=(TPB, 2), dtype=float32)
    mine = cuda.local.array(dtype=np.int32, shape=SHAPE)
    t = cuda.threadIdx.x
    tile[t, 0] = a[t]
    tile[t, 1] = -a[t]
    for j in range(SHAPE[0]):
        for k in range(SHAPE[1]):
            mine[j, k] = t * j + k
    cuda.syncthreads()
    out[t] = tile[TPB - 1 - t, t % 2] + mine[3, 2]


@cuda.jit
def dtype_of_argument(K, out):
    dtype = K.dtype
    one = K.dtype.type(1)
    two = dtype.type(2)
    tile = cuda.shared.array(TPB, dtype=K.dtype)
    mine = cuda.local.array(2, dtype)
    t = cuda.threadIdx.x
    tile[t] = K[t] + one
    mine[0] = two
    cuda.syncthreads()
    out[t] = tile[(t + 1) % TPB] / mine[0] + type(K[0])(3)


# --- Loops ---


@cuda.jit
def loop_shadows_its_bound(out, n):
    x = cuda.grid(1)
    s = 0
    for x in range(x, n):
        s += x
    out[cuda.grid(1)] = s + x


@cuda.jit
def range_of_ceil(a, out, width):
    i = cuda.grid(1)
    s = 0
    for k in range(math.ceil(a.size / width)):
        for j in range(width):
            if k * width + j < a.size:
                s += a[k * width + j] * (k + 1)
    out[i] = s


@cuda.jit
def range_of_float(out, n):
    i = cuda.grid(1)
    s = 0
    for k in range(math.floor(n), math.ceil(n) * 3, 2):
        s = s * 2 + k
    out[i] = s


@cuda.jit
def negative_steps(a, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0
        for j in range(i, -1, -1):
            s = s * 3 + a[j]
        for j in range(a.size - 1, i, -2):
            s += j
        out[i] = s


@cuda.jit
def runtime_step(a, out, step):
    i = cuda.grid(1)
    s = 0
    for j in range(i, a.size, step):
        s += a[j]
    for j in range(a.size - 1, i, -step):
        s = s * 2 - a[j]
    out[i] = s


@cuda.jit
def grid_stride_loop(a, out):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, a.shape[0], stride):
        out[i] = 2 * a[i]


@cuda.jit
def block_stride_loop(a, out):
    s = 0
    for i in range(cuda.threadIdx.x, a.size, cuda.blockDim.x):
        s += a[i]
    cuda.atomic.add(out, cuda.blockIdx.x, s)


# --- Truth and booleans ---


@cuda.jit
def truth_of_numbers(a, f, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        if a[i]:
            out[i, 0] = 1
        if not f[i]:
            out[i, 1] = 1
        out[i, 2] = 5 if a[i] & 2 else 6
        out[i, 3] = 7 if f[i] else 8
        if a[i] and not f[i] or a[i] % 2:
            out[i, 4] = 9
        n = a[i]
        while n:
            n >>= 1
            out[i, 5] += 1


@cuda.jit
def booleans_in_arithmetic(a, out):
    i = cuda.grid(1)
    if i < out.size:
        inside = a[i] > 1
        s = inside * 10 + (a[i] > 3)
        s += a[i] == 2
        s -= not inside
        out[i] = s + (a[i] < 4) * 0.5


@cuda.jit
def flag_array(a, flags, out):
    i = cuda.grid(1)
    if i < out.size:
        flags[i] = a[i] % 3 == 0
        done = False
        if flags[i]:
            done = True
        out[i] = done | (a[i] == 4)


# --- Unsigned shifts ---


@cuda.jit
def shifts_wrapped_by_mask(seed, out):
    i = cuda.grid(1)
    if i < out.size:
        x = seed[i]
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        out[i] = x & 0xFFFFFFFF


@cuda.jit(device=True)
def rotl(x, k):
    return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF


@cuda.jit
def rotations(seed, out):
    i = cuda.grid(1)
    if i < out.size:
        h = seed[i]
        for k in range(1, 5):
            h = rotl(h, 7 * k % 32) ^ (h + 0x9E3779B9 & 0xFFFFFFFF)
        out[i] = h


# --- Atomics ---


@cuda.jit
def atomic_slots(a, count, out):
    i = cuda.grid(1)
    if i < a.size and a[i] > 2:
        slot = cuda.atomic.add(count, 0, 1)
        if slot < out.size:
            out[slot] = 7


@cuda.jit
def swap_in_one_element_slice(locks, sums):
    i = cuda.grid(1)
    k = i % locks.size
    if cuda.atomic.compare_and_swap(locks[k:k + 1], 0, 1) == 0:
        sums[k] += 10
        cuda.threadfence()
    cuda.atomic.add(sums, k, 1)


@cuda.jit
def atomics_on_parts(z, out):
    i = cuda.grid(1)
    if i < z.size:
        cuda.atomic.add(out.real, i % out.size, z[i].real)
        cuda.atomic.add(out.imag, i % out.size, z[i].imag)


@cuda.jit
def atomics_on_parts_2d(z, out):
    i, j = cuda.grid(2)
    if i < z.shape[0] and j < z.shape[1]:
        cuda.atomic.add(out.real, (j, -1), z[i, j].real)
        cuda.atomic.sub(out[:, 0].imag, j, z[i, j].imag)
        cuda.atomic.max(out.T[1].real, j, z[i, j].imag)


@cuda.jit
def shared_histogram(a, out):
    bins = cuda.shared.array(TPB, dtype=int32)
    t = cuda.threadIdx.x
    if t < TPB:
        bins[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(bins, int(a[i] * TPB), 1)
    cuda.syncthreads()
    if t < TPB:
        cuda.atomic.add(out, t, bins[t])


# --- Globals and closures ---


@cuda.jit
def numpy_globals(a, out):
    i = cuda.grid(1)
    mine = cuda.local.array(COUNT, float32)
    if i < out.size:
        for k in range(COUNT):
            mine[k] = a[i] * SCALE
        out[i] = mine[COUNT - 1] + WEIGHTS[i % 3]


class Settings:
    @staticmethod
    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = a[i] + 0.5


# --- Types and annotations ---


@cuda.jit
def annotated(a: np.ndarray, n: int, out: "float32[:]") -> None:
    """A kernel with types that mean nothing."""
    i: int = cuda.grid(1)
    x: float
    if i < n:
        x = a[i]
        out[i] = x


@cuda.jit
def conversions_at_once(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = int(a[i])
        out[i, 1] = round(a[i])
        out[i, 2] = math.floor(a[i])
        out[i, 3] = int(math.ceil(a[i] / 2))
        out[i, 4] = abs(a[i])
        out[i, 5] = np.int32(a[i]) % 3
        out[i, 6] = int(a[i]) // 2
        out[i, 7] = float(int(a[i])) ** 2


@cuda.jit
def index_by_conversion(a, at, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[int(at[i])] + a[int32(round(at[i]))] + a[np.int64(math.floor(at[i]))]


@cuda.jit
def complex_accumulator(c0, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        z = 0
        n = 0
        while abs(z) < 2 and n < 30:
            z = z * z + c0[i]
            n += 1
        out[i, 0] = n
        w = 0j
        for k in range(4):
            w += c0[i] * 1j
        out[i, 1] = w.real + (w * w.conjugate()).real + complex(c0[i].imag, 2).imag


@cuda.jit
def monte_carlo(states, out, n):
    i = cuda.grid(1)
    inside = 0
    for _ in range(n):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x**2 + y**2 <= 1.0:
            inside += 1
    out[i] = 4.0 * inside / n


@cuda.jit
def none_argument(a, mask, out):
    i = cuda.grid(1)
    if i < out.size:
        if mask is None:
            out[i] = a[i]
        elif mask[i]:
            out[i] = -a[i]


@cuda.jit
def string_argument(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = by_mode(a[i], "half") + by_mode(a[i], mode="twice")


@cuda.jit(device=True)
def by_mode(x, mode):
    if mode == "half":
        return x * 0.5
    return x * 2.0


@cuda.jit
def periodic_neighbours(a, out):
    i, j = cuda.grid(2)
    n, m = a.shape
    if i < n and j < m:
        out[i, j] = a[(i - 1) % n, j] + a[(i + 1) % n, j] + a[i, (j - 1) % m] - a[i - 1, j - 1]


@cuda.jit
def dynamic_shared_parts(a, out):
    both = cuda.shared.array(0, dtype=float32)
    n = cuda.blockDim.x
    low = both[:n]
    high = both[n:2 * n]
    t = cuda.threadIdx.x
    low[t] = a[t]
    high[t] = 2 * a[t]
    cuda.syncthreads()
    out[t] = low[n - 1 - t] + high[t - 1]


@cuda.jit
def unsigned_counter(out):
    i = cuda.grid(1)
    x = uint64(i) * uint64(6364136223846793005) + uint64(1442695040888963407)
    out[i] = x >> uint64(33)
