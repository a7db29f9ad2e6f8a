# Conditions and clamps on the thread's place that loops over threads are cut at.
from numba import cuda


@cuda.jit
def far_quotients(start, limit, out):
    x = cuda.grid(1)
    if (x + start) // 2 < limit:
        out[x] = 1


@cuda.jit
def quotients_of_clamps(a, b, c, width, out):
    x = cuda.grid(1)
    if x < out.size:
        left = max(x - 100, 0)
        total = a[left] + b[left // width] + c[(x + 1) // width] + c[(x + 2) // width] + c[(x + 3) // width]
        total += c[(x + 4) // width] + c[(x + 5) // width] + c[(x + 6) // width] + c[(x + 7) // width]
        out[x] = total


@cuda.jit
def clamped_counters(a, end, last, out):
    x = cuda.grid(1)
    if x < out.size:
        total = 0
        for i in range(x, end):
            total = total * 3 + a[min(i + 5, last)]
            if i > x + 3:
                break
        out[x] = total
