from numba import cuda, float32


@cuda.jit
def sph_density(points, starts, density, size, reach):
    i = cuda.grid(1)
    if i < points.shape[0]:
        x = points[i, 0]
        y = points[i, 1]
        z = points[i, 2]
        cx = int(x / reach)
        cy = int(y / reach)
        cz = int(z / reach)
        total = float32(0)
        for dz in range(-1, 2):
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    ax = cx + dx
                    ay = cy + dy
                    az = cz + dz
                    if ax < 0 or ay < 0 or az < 0 or ax >= size or ay >= size or az >= size:
                        continue
                    cell = (az * size + ay) * size + ax
                    for j in range(starts[cell], starts[cell + 1]):
                        rx = points[j, 0] - x
                        ry = points[j, 1] - y
                        rz = points[j, 2] - z
                        rest = reach * reach - (rx * rx + ry * ry + rz * rz)
                        if rest > 0:
                            total += rest * rest * rest
        density[i] = total
