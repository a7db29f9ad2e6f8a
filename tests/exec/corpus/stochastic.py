"""Simulations that draw from Numba's xoroshiro128+ states, which a host has made."""
import math

import numpy as np
from numba import cuda, float32, float64
from numba.cuda.random import (
    xoroshiro128p_normal_float64,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)


@cuda.jit
def estimate_pi(rng_states, iterations, inside):
    thread_id = cuda.grid(1)
    count = 0
    for i in range(iterations):
        x = xoroshiro128p_uniform_float64(rng_states, thread_id)
        y = xoroshiro128p_uniform_float64(rng_states, thread_id)
        if x ** 2 + y ** 2 <= 1.0:
            count += 1
    inside[thread_id] = count


@cuda.jit
def random_walk_3d(rng_states, positions, dt):
    """Brownian motion with normal steps."""
    i = cuda.grid(1)
    if i < positions.shape[0]:
        for step in range(10):
            for axis in range(3):
                positions[i, axis] += math.sqrt(dt) * xoroshiro128p_normal_float64(rng_states, i)


@cuda.jit
def dropout(rng_states, x, keep, out, mask):
    i = cuda.grid(1)
    if i < x.size:
        kept = xoroshiro128p_uniform_float32(rng_states, i) < keep
        mask[i] = kept
        out[i] = x[i] / keep if kept else 0


@cuda.jit
def decay(rng_states, alive, probability, steps, survivors):
    """Each nucleus until it decays; the living of each step by atomics."""
    i = cuda.grid(1)
    if i < alive.size:
        for t in range(steps):
            if xoroshiro128p_uniform_float64(rng_states, i) < probability:
                alive[i] = False
                break
            cuda.atomic.add(survivors, t, 1)


@cuda.jit(device=True)
def exponential(states, i, rate):
    return -math.log(1.0 - xoroshiro128p_uniform_float64(states, i)) / rate


@cuda.jit
def queue(rng_states, arrivals, services, waits):
    """Lindley's recursion of a single server."""
    i = cuda.grid(1)
    if i < waits.shape[0]:
        w = 0.0
        total = 0.0
        for n in range(waits.shape[1]):
            waits[i, n] = w
            w = max(0.0, w + exponential(rng_states, i, services) - exponential(rng_states, i, rate=arrivals))
