from numba import cuda


@cuda.jit(device=True)
def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a


@cuda.jit
def gcd_pairs(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = gcd(x[i], y[i])
