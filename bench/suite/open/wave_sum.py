import math

from numba import cuda, float32


@cuda.jit
def wave_sum(t, amplitude, frequency, phase, out):
    i = cuda.grid(1)
    if i < t.size:
        total = float32(0)
        for k in range(amplitude.size):
            total += amplitude[k] * math.sin(frequency[k] * t[i] + phase[k])
        out[i] = total
