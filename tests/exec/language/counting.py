"""Loops that a condition on a counter ends, in the forms that programs write them in."""

from numba import cuda


@cuda.jit
def grid_stride(a, out):
    i = cuda.grid(1)
    stride = cuda.gridsize(1)
    while i < a.size:
        out[i] = 3 * a[i]
        i += stride


@cuda.jit
def sums_by_threads(a, out):
    i = cuda.grid(1)
    total = 0
    while a.size > i:
        total += a[i] * i
        i = cuda.gridsize(1) + i
    out[cuda.grid(1), 0] = total
    out[cuda.grid(1), 1] = i


@cuda.jit
def downwards(a, out):
    t = cuda.grid(1)
    i = a.size - 1 - t
    last = -1
    while i >= 0:
        last = 10 * last + a[i]
        i -= 7
    out[t, 0] = last
    out[t, 1] = i


@cuda.jit
def up_to_and_with(n, out):
    t = cuda.grid(1)
    k = t
    count = 0
    while k <= n:
        count += k
        k += 3
    out[t, 0] = count
    out[t, 1] = k


@cuda.jit
def step_in_the_middle(a, out):
    t = cuda.grid(1)
    k = t
    total = 0
    while k < a.size - 5:
        total += a[k]
        k += 5
        total += 1000 * a[k]
        if total > 200000:
            break
    out[t, 0] = total
    out[t, 1] = k


@cuda.jit
def left_early(a, limit, out):
    t = cuda.grid(1)
    k = t
    while k < a.size:
        if a[k] > limit:
            break
        k += 2
    out[t, 0] = k
    k = 0
    total = 0
    while k < 4:
        j = t
        while j < 9:
            total += j * k
            j += 2
        total += j
        k += 1
    out[t, 1] = total


@cuda.jit
def with_continue(a, out):
    t = cuda.grid(1)
    k = t
    total = 0
    while k < a.size:
        k += 1
        if a[k - 1] % 3 == 0:
            continue
        total += a[k - 1]
    out[t, 0] = total
    out[t, 1] = k


@cuda.jit
def steps_of_the_caller(a, step, out):
    # Nothing says that the step is positive.
    t = cuda.grid(1)
    k = 50
    total = 0
    while 0 <= k < a.size and step != 0:
        total += a[k]
        k += step
    j = 50
    while j > 0:
        total += 1
        j += -2 - abs(step)
    out[t, 0] = total
    out[t, 1] = k + j


@cuda.jit
def bound_that_moves(a, out):
    t = cuda.grid(1)
    k = 0
    n = 40 + t
    while k < n:
        n -= a[k] % 3
        k += 2
    out[t, 0] = k
    out[t, 1] = n


@cuda.jit
def tiles(a, out):
    shared = cuda.shared.array(32, "int64")
    t = cuda.threadIdx.x
    first = 0
    total = 0
    while first < a.size:
        shared[t] = a[first + t] if first + t < a.size else 0
        cuda.syncthreads()
        k = 0
        while k < 32:
            total += shared[k] * (k + 1)
            k += 1
        cuda.syncthreads()
        first += cuda.blockDim.x
    out[cuda.grid(1), 0] = total
    out[cuda.grid(1), 1] = first
