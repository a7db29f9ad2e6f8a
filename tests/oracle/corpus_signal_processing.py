"""References for tests/exec/corpus/signal_processing.py."""
from expectations import *

corpus = Corpus("signal_processing")
rng = seeded(6)

x = rng.randn(100)
taps = [-0.05, 0.1, 0.25, 0.4, 0.25, 0.1, -0.05]
corpus.check("fir", 4, 32, (x, np.zeros(100)), {1: np.convolve(x, taps)[:100]}, tolerance=1e-13)

z = rng.randn(27) + 1j * rng.randn(27)
corpus.check("dft", 1, 32, (z, np.zeros(27, np.complex128)), {1: np.fft.fft(z)}, tolerance=1e-12)

z = rng.randn(4, 32) + 1j * rng.randn(4, 32)
corpus.check("fft_block", 4, 16, (z, np.zeros((4, 32), np.complex128)), {1: np.fft.fft(z, axis=1)}, tolerance=1e-12)

x = rng.randn(5, 40)
b, a = (0.2, 0.4, 0.2), (-0.3, 0.1)
# The difference equation itself; the kernel has the transposed form.
y = np.zeros((5, 40))
for i in range(40):
    for k in range(3):
        if i >= k:
            y[:, i] += b[k] * x[:, i - k] - (a[k - 1] * y[:, i - k] if k else 0)
corpus.check("biquad", 1, 32, (x, np.zeros((5, 40)), b, a), {1: y}, tolerance=1e-12)

x = rng.randn(60)
corpus.check("autocorrelation", 1, 32, (x, np.zeros(20)), {1: np.correlate(x, x, "full")[59:79] / 60}, tolerance=1e-12)

frequencies = np.array([0.05, 0.1, 0.22, 0.4])
bins = np.exp(-2j * np.pi * np.outer(frequencies, np.arange(60))) @ x
corpus.check("goertzel", 1, 32, (x, frequencies, np.zeros(4)), {2: np.abs(bins) ** 2}, tolerance=1e-10)

frames = np.zeros((8, 16))
for f in range(8):
    part = x[f * 8:f * 8 + 16]
    frames[f, :part.size] = part * np.hanning(16)[:part.size]
corpus.check("windowed_frames", (2, 2), (4, 8), (x, 8, np.zeros((8, 16))), {2: frames}, tolerance=1e-13)

x = rng.randn(64)
levels, rest = [], x
while rest.size > 1:
    levels.insert(0, (rest[::2] - rest[1::2]) / np.sqrt(2))
    rest = (rest[::2] + rest[1::2]) / np.sqrt(2)
haar = np.concatenate([rest] + levels)
scratch = np.zeros(64)
half, rest = 32, x
while half:
    scratch[half:2 * half] = (rest[::2] - rest[1::2]) / np.sqrt(2)
    rest = (rest[::2] + rest[1::2]) / np.sqrt(2)
    half //= 2
scratch[0] = rest[0]
corpus.check("haar_levels", 1, 64, (x, np.zeros(64)), {0: haar, 1: scratch}, tolerance=1e-12)

x = rng.rand(53).astype(np.float32)
corpus.check("decimate", 1, 32, (x, 5, np.zeros(10, np.float32)),
             {2: x[:50].astype(np.float64).reshape(10, 5).mean(axis=1)}, tolerance=1e-6)

angles = np.cumsum(rng.rand(3, 40) * 2.5 - 0.8, axis=1)
z = np.exp(1j * angles)
corpus.check("unwrap_phase", 1, 32, (z, np.zeros((3, 40))), {1: np.unwrap(np.angle(z), axis=1)}, tolerance=1e-12)
corpus.write()
