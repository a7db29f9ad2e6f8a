from numba import cuda


@cuda.jit
def collatz(starts, steps):
    i = cuda.grid(1)
    if i < starts.size:
        n = starts[i]
        count = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            count += 1
        steps[i] = count
