from numba import cuda, float32


@cuda.jit
def logistic_map(rates, out, steps):
    i = cuda.grid(1)
    if i < rates.size:
        r = rates[i]
        x = float32(0.5)
        for _ in range(steps):
            x = r * x * (float32(1) - x)
        out[i] = x
