"""Option prices and integrals, by formula, lattice and random paths."""
import math

import numpy as np
from numba import cuda, float64, uint32, uint64

RISKFREE = 0.03
STEPS = 24
A1, A2, A3, A4, A5 = 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429
RSQRT2PI = 0.39894228040143267793994605993438


@cuda.jit(device=True)
def cnd(d):
    k = 1.0 / (1.0 + 0.2316419 * math.fabs(d))
    v = RSQRT2PI * math.exp(-0.5 * d * d) * (k * (A1 + k * (A2 + k * (A3 + k * (A4 + k * A5)))))
    if d > 0:
        v = 1.0 - v
    return v


@cuda.jit('void(double[:], double[:], double[:], double[:], double[:], double)')
def black_scholes(call, put, price, strike, years, volatility):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i >= price.shape[0]:
        return
    sqrt_t = math.sqrt(years[i])
    d1 = (math.log(price[i] / strike[i]) + (RISKFREE + 0.5 * volatility * volatility) * years[i]) / (volatility * sqrt_t)
    d2 = d1 - volatility * sqrt_t
    discount = math.exp((-1. * RISKFREE) * years[i])
    call[i] = price[i] * cnd(d1) - strike[i] * discount * cnd(d2)
    put[i] = strike[i] * discount * (1.0 - cnd(d2)) - price[i] * (1.0 - cnd(d1))


@cuda.jit
def american_put(spot, strike, sigma, years, out):
    """Binomial tree in a local array."""
    i = cuda.grid(1)
    if i >= out.size:
        return
    dt = years / STEPS
    up = math.exp(sigma * math.sqrt(dt))
    p = (math.exp(RISKFREE * dt) - 1 / up) / (up - 1 / up)
    discount = math.exp(-RISKFREE * dt)
    values = cuda.local.array(STEPS + 1, float64)
    for k in range(STEPS + 1):
        values[k] = max(strike - spot[i] * up ** (2 * k - STEPS), 0.0)
    for level in range(STEPS - 1, -1, -1):
        for k in range(level + 1):
            held = discount * (p * values[k + 1] + (1 - p) * values[k])
            values[k] = max(held, strike - spot[i] * up ** (2 * k - level))
    out[i] = values[0]


@cuda.jit(device=True)
def xorshift(state):
    state ^= (state << uint32(13)) & uint32(0xffffffff)
    state ^= state >> uint32(17)
    state ^= (state << uint32(5)) & uint32(0xffffffff)
    return uint32(state)


@cuda.jit
def count_in_circle(draws, hits):
    """Points in the unit square from a generator a thread; integers all the way."""
    t = cuda.grid(1)
    state = uint32(t + 1)
    inside = 0
    for _ in range(draws):
        state = xorshift(state)
        x = uint64(state >> uint32(8))
        state = xorshift(state)
        y = uint64(state >> uint32(8))
        inside += x * x + y * y < uint64(1 << 48)
    cuda.atomic.add(hits, 0, inside)


@cuda.jit(device=True)
def radical_inverse(n, base):
    value = 0.0
    scale = 1.0 / base
    while n > 0:
        value += (n % base) * scale
        n //= base
        scale /= base
    return value


@cuda.jit
def halton(out, bases):
    """One point a thread, one dimension for each base of a tuple."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        d = 0
        for base in bases:
            out[i, d] = radical_inverse(i + 1, base)
            d += 1


@cuda.jit
def asian_call(normals, spot, strike, sigma, dt, payoff):
    """Arithmetic mean along given normal steps, a path a thread."""
    path = cuda.grid(1)
    if path < normals.shape[0]:
        s = spot
        mean = 0
        for z in normals[path]:
            s *= math.exp((RISKFREE - 0.5 * sigma ** 2) * dt + sigma * math.sqrt(dt) * z)
            mean += s
        payoff[path] = max(mean / normals.shape[1] - strike, 0.)


@cuda.jit
def barrier_call(normals, spot, strike, barrier, sigma, out, knocked):
    """Down and out: the walk ends where it touches the barrier."""
    i = cuda.grid(1)
    if i < len(out):
        price = spot
        for step in range(normals.shape[1]):
            price *= 1 + sigma * normals[i, step]
            if price <= barrier:
                cuda.atomic.add(knocked, step, 1)
                break
        else:
            out[i] = price - strike if price > strike else 0


@cuda.jit
def implied_volatility(prices, spot, strike, years, out, rounds):
    """Newton's method until it settles."""
    i = cuda.grid(1)
    if i >= prices.size:
        return
    sigma = 0.3
    n = 0
    while n < 50:
        n += 1
        sd = sigma * math.sqrt(years)
        d1 = (math.log(spot / strike[i]) + (RISKFREE + sigma ** 2 / 2) * years) / sd
        model = (spot * 0.5 * math.erfc(-d1 / math.sqrt(2))
                 - strike[i] * math.exp(-RISKFREE * years) * 0.5 * math.erfc((sd - d1) / math.sqrt(2)))
        vega = spot * math.sqrt(years) * math.exp(-d1 * d1 / 2) / math.sqrt(2 * math.pi)
        change = (model - prices[i]) / vega
        sigma -= change
        if abs(change) < 1e-12:
            break
    out[i] = sigma
    rounds[i] = n < 50


@cuda.jit
def antithetic_mean(normals, out):
    """Mean and spread of paired samples by warp and block."""
    sums = cuda.shared.array(4, float64)
    t = cuda.threadIdx.x
    z = normals[cuda.grid(1)] if cuda.grid(1) < normals.size else 0.0
    v = 0.5 * (math.exp(z) + math.exp(-z)) if cuda.grid(1) < normals.size else 0.0
    for m in (16, 8, 4, 2, 1):
        v += cuda.shfl_xor_sync(0xffffffff, v, m)
    if t % 32 == 0:
        sums[t // 32] = v
    cuda.syncthreads()
    if t == 0:
        cuda.atomic.add(out, 0, sums[0] + sums[1] + sums[2] + sums[3])
