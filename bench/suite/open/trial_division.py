from numba import cuda


@cuda.jit
def trial_division(values, is_prime):
    i = cuda.grid(1)
    if i < values.size:
        n = values[i]
        if n < 2:
            is_prime[i] = 0
            return
        d = 2
        while d * d <= n:
            if n % d == 0:
                is_prime[i] = 0
                return
            d += 1
        is_prime[i] = 1
