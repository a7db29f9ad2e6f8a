"""Prices of European call and put options by the Black-Scholes formula, one option a thread.

Constants are np.float32: a plain 0.5 would be a float64 and would make the whole kernel compute in double.
"""

import math
import sys

import numpy as np
from numba import cuda

# Abramowitz and Stegun 26.2.17: the normal distribution to 7.5e-8.
A1 = np.float32(0.319381530)
A2 = np.float32(-0.356563782)
A3 = np.float32(1.781477937)
A4 = np.float32(-1.821255978)
A5 = np.float32(1.330274429)
P = np.float32(0.2316419)
RSQRT_2PI = np.float32(0.39894228040143267793994605993438)
ONE = np.float32(1.0)
HALF = np.float32(0.5)


@cuda.jit(device=True)
def normal_cdf(d):
    k = ONE / (ONE + P * math.fabs(d))
    poly = k * (A1 + k * (A2 + k * (A3 + k * (A4 + k * A5))))
    tail = RSQRT_2PI * math.exp(-HALF * d * d) * poly
    return ONE - tail if d > 0 else tail


@cuda.jit
def black_scholes(call, put, spot, strike, years, rate, volatility):
    i = cuda.grid(1)
    if i >= spot.size:
        return
    s = spot[i]
    x = strike[i]
    t = years[i]

    spread = volatility * math.sqrt(t)
    d1 = (math.log(s / x) + (rate + HALF * volatility * volatility) * t) / spread
    d2 = d1 - spread
    n1 = normal_cdf(d1)
    n2 = normal_cdf(d2)

    discounted = x * math.exp(-rate * t)
    call[i] = s * n1 - discounted * n2
    put[i] = discounted * (ONE - n2) - s * (ONE - n1)


def main(n):
    rng = np.random.default_rng(1)
    spot = rng.uniform(5, 30, n).astype(np.float32)
    strike = rng.uniform(1, 100, n).astype(np.float32)
    years = rng.uniform(0.25, 10, n).astype(np.float32)
    call = np.zeros(n, dtype=np.float32)
    put = np.zeros(n, dtype=np.float32)
    rate = np.float32(0.02)

    threads = 256
    blocks = (n + threads - 1) // threads
    black_scholes[blocks, threads](call, put, spot, strike, years, rate, np.float32(0.3))

    # Put-call parity.
    parity = spot - strike * np.exp(-rate * years)
    np.testing.assert_allclose(call - put, parity, rtol=1e-4, atol=1e-4)
    print(f"PASS: {n} options")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
