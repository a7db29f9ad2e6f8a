from numba import cuda


@cuda.jit
def pointer_chase(successors, ends, steps):
    i = cuda.grid(1)
    if i < ends.size:
        at = i
        for _ in range(steps):
            at = successors[at]
        ends[i] = at
