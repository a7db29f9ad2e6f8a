from numba import cuda, float32


@cuda.jit
def biquad(signal, coefficients, out):
    channel = cuda.grid(1)
    samples, channels = signal.shape
    if channel < channels:
        b0 = coefficients[channel, 0]
        b1 = coefficients[channel, 1]
        b2 = coefficients[channel, 2]
        a1 = coefficients[channel, 3]
        a2 = coefficients[channel, 4]
        x1 = x2 = y1 = y2 = float32(0)
        for t in range(samples):
            x = signal[t, channel]
            y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
            out[t, channel] = y
            x2 = x1
            x1 = x
            y2 = y1
            y1 = y
