"""Filters, transforms and features of sampled signals."""
import cmath
import math

import numpy as np
from numba import cuda, complex128, float32, float64

POINTS = 32
TAPS = np.array([-0.05, 0.1, 0.25, 0.4, 0.25, 0.1, -0.05])


@cuda.jit
def fir(x, y):
    """Coefficients from a global array, which is a constant of the kernel."""
    taps = cuda.const.array_like(TAPS)
    i = cuda.grid(1)
    if i < y.size:
        acc = 0
        for k in range(taps.size):
            j = i - k
            if j >= 0:
                acc += taps[k] * x[j]
        y[i] = acc


@cuda.jit
def dft(x, spectrum):
    k = cuda.grid(1)
    n = x.shape[0]
    if k < n:
        acc = 0j
        for t in range(n):
            acc += x[t] * cmath.exp(-2j * cmath.pi * k * t / n)
        spectrum[k] = acc


@cuda.jit
def fft_block(signals, spectra):
    """Radix 2 in shared memory, a block a signal of 32 points."""
    data = cuda.shared.array(POINTS, complex128)
    t = cuda.threadIdx.x
    signal = signals[cuda.blockIdx.x]
    for k in range(t, POINTS, cuda.blockDim.x):
        r = 0
        v = k
        for _ in range(5):
            r = r << 1 | v & 1
            v >>= 1
        data[r] = signal[k]
    cuda.syncthreads()
    half = 1
    while half < POINTS:
        low = t // half * 2 * half + t % half
        angle = -math.pi * (t % half) / half
        twiddle = complex(math.cos(angle), math.sin(angle))
        a = data[low]
        b = data[low + half] * twiddle
        data[low] = a + b
        data[low + half] = a - b
        half *= 2
        cuda.syncthreads()
    for k in range(t, POINTS, cuda.blockDim.x):
        spectra[cuda.blockIdx.x, k] = data[k]


@cuda.jit
def biquad(x, y, b, a):
    """An IIR filter along each channel; coefficients arrive as tuples."""
    channel = cuda.grid(1)
    if channel < x.shape[0]:
        z1 = z2 = 0.0
        for i in range(x.shape[1]):
            v = x[channel, i]
            out = b[0] * v + z1
            z1 = b[1] * v - a[0] * out + z2
            z2 = b[2] * v - a[1] * out
            y[channel, i] = out


@cuda.jit
def autocorrelation(x, out):
    lag = cuda.grid(1)
    if lag < out.size:
        head = x[:x.size - lag]
        tail = x[lag:]
        acc = float64(0)
        for i in range(head.size):
            acc += head[i] * tail[i]
        out[lag] = acc / x.size


@cuda.jit
def goertzel(x, frequencies, power):
    i = cuda.grid(1)
    if i < frequencies.size:
        coefficient = 2 * math.cos(2 * math.pi * frequencies[i])
        s1 = s2 = 0.
        for v in x:
            s1, s2 = v + coefficient * s1 - s2, s1
        power[i] = s1 * s1 + s2 * s2 - coefficient * s1 * s2


@cuda.jit
def windowed_frames(x, hop, frames):
    frame, i = cuda.grid(2)
    length = frames.shape[1]
    if frame < frames.shape[0] and i < length:
        w = 0.5 - 0.5 * math.cos(2 * math.pi * i / (length - 1))
        start = frame * hop
        frames[frame, i] = w * x[start + i] if start + i < x.size else 0


@cuda.jit
def haar_levels(x, scratch):
    """All levels in place in one block; `x` has a power of two of samples."""
    t = cuda.threadIdx.x
    n = x.size
    while n > 1:
        n //= 2
        mean = detail = 0.0
        if t < n:
            mean = (x[2 * t] + x[2 * t + 1]) * math.sqrt(0.5)
            detail = (x[2 * t] - x[2 * t + 1]) * math.sqrt(0.5)
        cuda.syncthreads()
        if t < n:
            scratch[t] = mean
            scratch[n + t] = detail
        cuda.syncthreads()
        if t < 2 * n:
            x[t] = scratch[t]
        cuda.syncthreads()


@cuda.jit
def decimate(x, step, y):
    """Mean of each group, through strided slices."""
    i = cuda.grid(1)
    if i < y.shape[0]:
        s = float32(0)
        for v in x[i * step:(i + 1) * step]:
            s += v
        y[i] = s / step


@cuda.jit
def unwrap_phase(z, phase):
    """A thread a row of complex samples."""
    row = cuda.grid(1)
    if row < z.shape[0]:
        last = 0.0
        turns = 0
        for i in range(z.shape[1]):
            p = cmath.phase(z[row, i])
            if i:
                if p - last > math.pi:
                    turns -= 1
                elif p - last < -math.pi:
                    turns += 1
            last = p
            phase[row, i] = p + 2 * math.pi * turns
