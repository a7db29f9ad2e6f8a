"""Errors of threads, and what kernels print. Of each launch exactly one thread fails, unless nobody hears of it."""
import numpy as np
from numba import cuda, float32, int32


@cuda.jit(device=True)
def small(x):
    if x == 5:
        raise ValueError("five is too large")
    return x * 2


@cuda.jit(device=True)
def twice_small(x):
    y = 0
    for i in range(2):
        y += small(x + i * 0)
    return y


@cuda.jit(device=True)
def store(out, i, value):
    assert value != 3, "three"
    out[i] = value


@cuda.jit(device=True)
def countdown(n):
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return 0
    return 1 + countdown(n - 2)


@cuda.jit
def raises(out):
    i = cuda.grid(1)
    if i < out.size:
        if i == 6:
            raise RuntimeError("six", "of eight")
        out[i] = i + 1


@cuda.jit
def raises_in_callee(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = -1
        out[i] = twice_small(i)


@cuda.jit
def asserts_in_callee(out):
    i = cuda.grid(1)
    if i < out.size:
        store(out, i, i)
        out[i] += 10


@cuda.jit
def raises_before_barrier(out):
    tile = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    tile[t] = 0
    cuda.syncthreads()
    if t == 2:
        raise ValueError("two does not come to the barrier")
    tile[t] = t + 1
    cuda.syncthreads()
    out[cuda.grid(1)] = tile[7 - t]


@cuda.jit
def asserts_in_loop(out):
    i = cuda.grid(1)
    if i < out.size:
        for j in range(10):
            assert i * j < 60, "the product is too large"
            out[i] = j


@cuda.jit
def raises_in_recursion(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = countdown(2 * i + (1 if i == 3 else 0))


@cuda.jit
def condition_raises(out):
    i = cuda.grid(1)
    if i < out.size:
        n = 0
        while small(i) > n:
            n += 1
        out[i] = n


@cuda.jit
def index_high(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i + 1]


@cuda.jit
def index_low(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i - 8] + x[-1] + x[-x.size] if i != 2 else x[i - 10 - x.size]


@cuda.jit
def index_2d(x, row, column):
    x[row, column] = 7.0


@cuda.jit
def index_unsigned(x, i):
    x[i] = 1.0


@cuda.jit
def index_shared(out):
    tile = cuda.shared.array((4, 2), float32)
    t = cuda.threadIdx.x
    tile[t // 2, t % 2] = t
    cuda.syncthreads()
    out[t] = tile[(t + 1) // 2, t % 2]


@cuda.jit
def index_local(out, n):
    mine = cuda.local.array(4, int32)
    for i in range(4):
        mine[i] = i
    out[0] = mine[n]


@cuda.jit
def index_view(x, out):
    row = x[1]
    out[0] = row[x.shape[1]]


@cuda.jit
def index_atomic(hist, values):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(hist, values[i], 1)


@cuda.jit
def divide(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] // b[i]


@cuda.jit
def remainder(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] % b[i]


@cuda.jit
def divide_float(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] / b[i]


@cuda.jit(debug=True)
def divide_debug(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] / b[i]


@cuda.jit
def divide_guarded(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] // b[i] if b[i] != 0 else -1


@cuda.jit
def step(out, n, by):
    for i in range(0, n, by):
        out[i] = i


@cuda.jit
def pick(out, i):
    out[0] = (4, 5, 6)[i]


@cuda.jit
def unpack(x, out):
    a, b, c = x[1:]
    out[0] = a + b + c


@cuda.jit
def assign_slice(x, out):
    out[1:4] = x


@cuda.jit
def shift(out, by):
    out[0] = 1 << by


@cuda.jit
def prints(x):
    i = cuda.grid(1)
    if i < x.size:
        print("element", i, "of 100% is", x[i], i > 1)


@cuda.jit
def prints_kinds(x):
    print("{braces}", x[0] == 0, (1, (x[0], 2.5)), cuda.threadIdx, cuda.blockDim)
    print(1 + 2j, None, sep="; ", end=".\n")
    print()
    print(cuda.gridDim.x, -3, sep="")


@cuda.jit
def calls_library(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = np.reciprocal(x[i]) + np.sinc(x[i])


@cuda.jit
def reshapes(out, rows):
    i = cuda.grid(1)
    out[i] = 1
    table = out.reshape(rows, 4)
    table[0, i] = 2


@cuda.jit
def reshapes_twice(out, rows, columns):
    out[0] = 1
    table = out.reshape(rows, columns)
    table[0, 0] = 2


@cuda.jit
def extreme_of_none(a, out):
    i = cuda.threadIdx.x
    out[i] = 1
    if i % 4 == 0:
        out[i] = a[i:].max()
    elif i % 4 == 1:
        out[i] = np.min(a[i:])
    elif i % 4 == 2:
        out[i] = a[i:].argmax()
    else:
        out[i] = np.argmin(a[i:])
    out[i] = 7


@cuda.jit
def item_of_several(a, out):
    i = cuda.threadIdx.x
    out[i] = a[i:].item()


@cuda.jit
def view_that_does_not_fit(a, out):
    i = cuda.threadIdx.x
    out[i] = 1
    out[i] = a[i:].view(np.int64).size
