"""References for tests/exec/corpus/monte_carlo.py."""
from expectations import *

corpus = Corpus("monte_carlo")
rng = seeded(5)
RATE = 0.03


def cdf(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def call_price(spot, strike, sigma, years):
    d1 = (math.log(spot / strike) + (RATE + sigma ** 2 / 2) * years) / (sigma * math.sqrt(years))
    return spot * cdf(d1) - strike * math.exp(-RATE * years) * cdf(d1 - sigma * math.sqrt(years))


price, strike, years = rng.rand(70) * 25 + 5, rng.rand(70) * 99 + 1, rng.rand(70) * 9 + 0.25
calls = np.array([call_price(s, k, 0.3, t) for s, k, t in zip(price, strike, years)])
# Put-call parity. The kernel's polynomial is good to 7.5e-8 of a probability.
puts = calls - price + strike * np.exp(-RATE * years)
corpus.check("black_scholes", 3, 32, (np.zeros(70), np.zeros(70), price, strike, years, 0.3),
             {0: calls, 1: puts}, tolerance=1e-5)


def tree(spot, strike, sigma, years, n=24):
    dt = years / n
    u = np.exp(sigma * np.sqrt(dt))
    p = (np.exp(RATE * dt) - 1 / u) / (u - 1 / u)
    v = np.maximum(strike - spot * u ** np.arange(-n, n + 1, 2.0), 0)
    for level in range(n - 1, -1, -1):
        v = np.exp(-RATE * dt) * (p * v[1:] + (1 - p) * v[:-1])
        v = np.maximum(v, strike - spot * u ** np.arange(-level, level + 1, 2.0))
    return v[0]


spots = np.linspace(60, 140, 20)
corpus.check("american_put", 1, 32, (spots, 100.0, 0.25, 1.0, np.zeros(20)),
             {4: [tree(s, 100, 0.25, 1) for s in spots]}, tolerance=1e-10)


def xorshift(s):
    s ^= s << 13 & 0xFFFFFFFF
    s ^= s >> 17
    return s ^ (s << 5 & 0xFFFFFFFF)


hits = 0
for thread in range(64):
    s = thread + 1
    for _ in range(40):
        s = xorshift(s)
        x = s >> 8
        s = xorshift(s)
        hits += x * x + (s >> 8) ** 2 < 1 << 48
corpus.check("count_in_circle", 2, 32, (40, np.zeros(1, np.int64)), {1: [hits]})


def reversed_digits(n, base):
    digits = []
    while n:
        n, d = divmod(n, base)
        digits.append(d)
    return sum(d / base ** (k + 1) for k, d in enumerate(digits))


corpus.check("halton", 2, 32, (np.zeros((50, 3)), (2, 3, 5)),
             {0: [[reversed_digits(i + 1, b) for b in (2, 3, 5)] for i in range(50)]}, tolerance=1e-14)

normals = rng.randn(40, 12)
paths = 100 * np.exp(np.cumsum((RATE - 0.02) / 12 + 0.2 * np.sqrt(1 / 12) * normals, axis=1))
corpus.check("asian_call", 2, 32, (normals, 100.0, 101.0, 0.2, 1 / 12, np.zeros(40)),
             {5: np.maximum(paths.mean(axis=1) - 101, 0)}, tolerance=1e-12)

walks = 100 * np.cumprod(1 + 0.05 * normals, axis=1)
under = walks <= 90
alive = ~under.any(axis=1)
corpus.check("barrier_call", 2, 32, (normals, 100.0, 98.0, 90.0, 0.05, np.zeros(40), np.zeros(12, np.int32)),
             {5: np.where(alive, np.maximum(walks[:, -1] - 98, 0), 0),
              6: np.bincount(np.argmax(under, axis=1)[~alive], minlength=12)}, tolerance=1e-12)

strikes, sigmas = np.linspace(85, 115, 21), np.linspace(0.15, 0.6, 21)
prices = np.array([call_price(100, k, s, 0.75) for k, s in zip(strikes, sigmas)])
corpus.check("implied_volatility", 1, 32, (prices, 100.0, strikes, 0.75, np.zeros(21), np.zeros(21, np.bool_)),
             {4: sigmas, 5: np.ones(21)}, tolerance=1e-9)

z = rng.randn(200)
corpus.check("antithetic_mean", 2, 128, (z, np.zeros(1)), {1: [np.cosh(z).sum()]}, tolerance=1e-12)
corpus.write()
