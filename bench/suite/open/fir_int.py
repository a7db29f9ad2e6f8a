from numba import cuda


@cuda.jit
def fir_int(samples, taps, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for k in range(taps.size):
            total += samples[i + k] * taps[k]
        out[i] = total >> 8
