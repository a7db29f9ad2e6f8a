import math

from numba import cuda, float32

STEPS = 64
LEAVES = STEPS + 1


@cuda.jit
def binomial_tree(spot, strike, years, price, rate, volatility):
    i = cuda.grid(1)
    if i >= spot.size:
        return
    values = cuda.local.array(LEAVES, float32)
    dt = years[i] / float32(STEPS)
    up = math.exp(volatility * math.sqrt(dt))
    down = float32(1) / up
    growth = math.exp(rate * dt)
    p = (growth - down) / (up - down)
    discount = float32(1) / growth
    s = spot[i] * down ** STEPS
    for j in range(STEPS + 1):
        values[j] = max(strike[i] - s, float32(0))
        s *= up * up
    for step in range(STEPS, 0, -1):
        for j in range(step):
            values[j] = discount * (p * values[j + 1] + (float32(1) - p) * values[j])
    price[i] = values[0]
