import math

from numba import cuda


@cuda.jit(device=True)
def cdf(x):
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))


@cuda.jit
def erf_pricing(spot, strike, years, rate, volatility, call):
    i = cuda.grid(1)
    if i < spot.size:
        spread = volatility * math.sqrt(years[i])
        d1 = (math.log(spot[i] / strike[i]) + (rate + 0.5 * volatility**2) * years[i]) / spread
        d2 = d1 - spread
        call[i] = spot[i] * cdf(d1) - strike[i] * math.exp(-rate * years[i]) * cdf(d2)
