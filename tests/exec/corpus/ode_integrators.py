"""Ordinary differential equations, a trajectory or a parameter a thread."""
import math

import numba as nb
import numpy as np
from numba import cuda

JIT = cuda.jit(device=True)


@cuda.jit
def logistic_euler(start, rate, dt, steps, out):
    i = cuda.grid(1)
    if i < out.size:
        y = start[i]
        for _ in range(steps):
            y += dt * rate * y * (1 - y)
        out[i] = y


@JIT
def lorenz(x, y, z, sigma, rho, beta):
    return sigma * (y - x), x * (rho - z) - y, x * y - beta * z


@cuda.jit
def lorenz_rk4(state, rhos, dt, steps):
    i = cuda.grid(1)
    if i >= state.shape[0]:
        return
    x, y, z = state[i]
    for _ in range(steps):
        a1, b1, c1 = lorenz(x, y, z, 10.0, rhos[i], 8 / 3)
        a2, b2, c2 = lorenz(x + dt / 2 * a1, y + dt / 2 * b1, z + dt / 2 * c1, 10.0, rhos[i], 8 / 3)
        a3, b3, c3 = lorenz(x + dt / 2 * a2, y + dt / 2 * b2, z + dt / 2 * c2, 10.0, rhos[i], 8 / 3)
        a4, b4, c4 = lorenz(x + dt * a3, y + dt * b3, z + dt * c3, 10.0, rhos[i], 8 / 3)
        x += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        y += dt / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
        z += dt / 6 * (c1 + 2 * c2 + 2 * c3 + c4)
    state[i, :] = x, y, z


@JIT
def pendulum(t, y, dy):
    dy[0] = y[1]
    dy[1] = -math.sin(y[0]) - 0.1 * y[1] + 0.5 * math.cos(t)


@JIT
def predator_prey(t, y, dy):
    dy[0] = y[0] * (1.1 - 0.4 * y[1])
    dy[1] = y[1] * (0.1 * y[0] - 0.4)


def heun_for(system, size):
    """A kernel for a system of equations, its size a constant of the closure."""
    def heun(states, dt, steps):
        i = cuda.grid(1)
        if i < states.shape[0]:
            k1 = cuda.local.array(size, nb.float64)
            k2 = cuda.local.array(size, nb.float64)
            y = cuda.local.array(size, nb.float64)
            t = 0.0
            for n in range(steps):
                system(t, states[i], k1)
                for c in range(size):
                    y[c] = states[i, c] + dt * k1[c]
                system(t + dt, y, k2)
                for c in range(size):
                    states[i, c] += 0.5 * dt * (k1[c] + k2[c])
                t += dt
    return cuda.jit(heun)


heun_pendulum = heun_for(pendulum, 2)
heun_prey = heun_for(predator_prey, 2)


@cuda.jit
def adaptive(starts, end, tolerance, out, accepted):
    """Bogacki and Shampine with step control for y' = -2 t y."""
    i = cuda.grid(1)
    if i >= len(starts):
        return
    t, y, h = 0.0, starts[i], 0.1
    n = 0
    while t < end:
        if t + h > end:
            h = end - t
        k1 = -2 * t * y
        k2 = -2 * (t + h / 2) * (y + h / 2 * k1)
        k3 = -2 * (t + 0.75 * h) * (y + 0.75 * h * k2)
        high = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
        k4 = -2 * (t + h) * high
        low = y + h * (7 * k1 / 24 + k2 / 4 + k3 / 3 + k4 / 8)
        error = abs(high - low)
        if error <= tolerance:
            t += h
            y = high
            n += 1
        h *= min(2.0, max(0.3, 0.9 * (tolerance / error) ** (1 / 3))) if error else 2
    out[i] = y
    accepted[i] = n > 5


@cuda.jit
def kepler_leapfrog(bodies, dt, steps, drift):
    """Kick, drift, kick; the error of the energy a body."""
    i = cuda.grid(1)
    if i >= bodies.shape[0]:
        return
    x, y, vx, vy = bodies[i]
    energy = 0.5 * (vx * vx + vy * vy) - 1 / math.hypot(x, y)
    for step in range(steps):
        for half in range(2):
            r3 = (x * x + y * y) ** 1.5
            vx -= 0.5 * dt * x / r3
            vy -= 0.5 * dt * y / r3
            if half == 0:
                x += dt * vx
                y += dt * vy
    bodies[i, :2] = x, y
    bodies[i, 2:] = vx, vy
    drift[i] = 0.5 * (vx * vx + vy * vy) - 1 / math.hypot(x, y) - energy


@cuda.jit
def epidemic_sweep(betas, gammas, days, peaks):
    """SIR for each pair of parameters; the day and height of the peak."""
    i, j = cuda.grid(2)
    if i >= betas.size or j >= gammas.size:
        return
    s, infected = 0.99, 0.01
    peak = infected
    day = 0
    for d in range(1, days + 1):
        new = betas[i] * s * infected
        s, infected = s - new, infected + new - gammas[j] * infected
        if infected > peak:
            peak = infected
            day = d
    peaks[i, j, 0] = day
    peaks[i, j, 1] = peak


@cuda.jit
def backward_euler(stiffness, dt, steps, out):
    """Newton's method inside each implicit step of y' = -k (y^3 - cos t)."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        k = stiffness[i]
        y = 0
        for n in range(1, steps + 1):
            old = y
            for newton in range(20):
                f = y - old + dt * k * (y ** 3 - math.cos(n * dt))
                change = f / (1 + 3 * dt * k * y ** 2)
                y -= change
                if -1e-14 < change < 1e-14:
                    break
        out[i] = y
