from numba import cuda


@cuda.jit(device=True)
def slope(x, y, z):
    return 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z


@cuda.jit
def lorenz_rk4(points, dt, steps):
    i = cuda.grid(1)
    if i < points.shape[0]:
        x = points[i, 0]
        y = points[i, 1]
        z = points[i, 2]
        for _ in range(steps):
            ax, ay, az = slope(x, y, z)
            bx, by, bz = slope(x + 0.5 * dt * ax, y + 0.5 * dt * ay, z + 0.5 * dt * az)
            cx, cy, cz = slope(x + 0.5 * dt * bx, y + 0.5 * dt * by, z + 0.5 * dt * bz)
            ex, ey, ez = slope(x + dt * cx, y + dt * cy, z + dt * cz)
            x += dt / 6.0 * (ax + 2.0 * bx + 2.0 * cx + ex)
            y += dt / 6.0 * (ay + 2.0 * by + 2.0 * cy + ey)
            z += dt / 6.0 * (az + 2.0 * bz + 2.0 * cz + ez)
        points[i, 0] = x
        points[i, 1] = y
        points[i, 2] = z
