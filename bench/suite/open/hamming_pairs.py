from numba import cuda


@cuda.jit
def hamming_pairs(a, b, out):
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < b.shape[0]:
        total = 0
        for k in range(a.shape[1]):
            x = a[i, k] ^ b[j, k]
            while x:
                x &= x - 1
                total += 1
        out[i, j] = total
