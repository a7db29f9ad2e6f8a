import math

from numba import cuda, float64


@cuda.jit
def three_body(start, out, masses, dt, steps):
    i = cuda.grid(1)
    if i < start.shape[0]:
        position = cuda.local.array(6, float64)
        velocity = cuda.local.array(6, float64)
        for k in range(6):
            position[k] = start[i, k]
            velocity[k] = 0.0
        for step in range(steps):
            for a in range(3):
                ax = 0.0
                ay = 0.0
                for b in range(3):
                    if a != b:
                        dx = position[2 * b] - position[2 * a]
                        dy = position[2 * b + 1] - position[2 * a + 1]
                        r2 = dx * dx + dy * dy + 1e-2
                        pull = masses[b] / (r2 * math.sqrt(r2))
                        ax += pull * dx
                        ay += pull * dy
                velocity[2 * a] += dt * ax
                velocity[2 * a + 1] += dt * ay
            for k in range(6):
                position[k] += dt * velocity[k]
        for k in range(6):
            out[i, k] = position[k]
