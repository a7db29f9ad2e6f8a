from numba import cuda


@cuda.jit
def oscillator(positions, velocities, stiffness, dt, steps):
    i = cuda.grid(1)
    if i < positions.size:
        x = positions[i]
        v = velocities[i]
        k = stiffness[i]
        for step in range(steps):
            v -= 0.5 * dt * k * x
            x += dt * v
            v -= 0.5 * dt * k * x
        positions[i] = x
        velocities[i] = v
