from numba import cuda, float32


@cuda.jit(device=True)
def pair(dx, dy, dz, cutoff):
    r2 = dx * dx + dy * dy + dz * dz
    if r2 > cutoff:
        return float32(0), float32(0)
    inverse = float32(1) / r2
    s6 = inverse * inverse * inverse
    energy = float32(4) * s6 * (s6 - float32(1))
    force = float32(24) * s6 * (float32(2) * s6 - float32(1)) * inverse
    return energy, force


@cuda.jit
def lennard_jones(points, neighbours, forces, energies, cutoff):
    i = cuda.grid(1)
    if i < points.shape[0]:
        x = points[i, 0]
        y = points[i, 1]
        z = points[i, 2]
        fx = fy = fz = total = float32(0)
        for k in range(neighbours.shape[0]):
            j = neighbours[k, i]
            dx = points[j, 0] - x
            dy = points[j, 1] - y
            dz = points[j, 2] - z
            energy, force = pair(dx, dy, dz, cutoff)
            total += energy
            fx += force * dx
            fy += force * dy
            fz += force * dz
        forces[i, 0] = fx
        forces[i, 1] = fy
        forces[i, 2] = fz
        energies[i] = total
