"""Gravity and molecular dynamics."""
import math

import numba as nb
import numpy as np
from numba import cuda

EPS2 = np.float32(0.01)
BLOCK = 32
MAX_NEIGHBOURS = 16


@cuda.jit(device=True)
def interaction(xi, yi, zi, body, ax, ay, az):
    dx, dy, dz = body[0] - xi, body[1] - yi, body[2] - zi
    r2 = dx * dx + dy * dy + dz * dz + EPS2
    k = body[3] / (r2 * math.sqrt(r2))
    return ax + dx * k, ay + dy * k, az + dz * k


@cuda.jit
def gravity(bodies, acceleration):
    """All pairs, a tile of bodies at a time in shared memory."""
    tile = cuda.shared.array((BLOCK, 4), nb.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    n = bodies.shape[0]
    ax = ay = az = nb.float32(0)
    x = y = z = nb.float32(0)
    if i < n:
        x, y, z = bodies[i, :3]
    for first in range(0, n, BLOCK):
        if first + t < n:
            for c in range(4):
                tile[t, c] = bodies[first + t, c]
        cuda.syncthreads()
        for k in range(min(BLOCK, n - first)):
            ax, ay, az = interaction(x, y, z, tile[k], ax, ay, az)
        cuda.syncthreads()
    if i < n:
        acceleration[i, 0:3] = ax, ay, az


@cuda.jit
def lennard_jones(positions, box, cutoff, forces, energy):
    """Periodic box, nearest images."""
    i = cuda.grid(1)
    if i >= positions.shape[0]:
        return
    f = cuda.local.array(3, nb.float64)
    f[:] = 0
    d = cuda.local.array(3, nb.float64)
    u = 0.0
    for j in range(positions.shape[0]):
        if i == j:
            continue
        r2 = 0.0
        for c in range(3):
            d[c] = positions[i, c] - positions[j, c]
            d[c] -= box * round(d[c] / box)
            r2 += d[c] ** 2
        if r2 < cutoff * cutoff:
            s6 = (1.0 / r2) ** 3
            u += 2.0 * s6 * (s6 - 1.0)
            k = 24.0 * s6 * (2.0 * s6 - 1.0) / r2
            for c in range(3):
                f[c] += k * d[c]
    for c in range(3):
        forces[i, c] = f[c]
    cuda.atomic.add(energy, 0, u)


@cuda.jit
def verlet_step(positions, velocities, forces, mass, dt, box):
    i, axis = cuda.grid(2)
    if i < positions.shape[0] and axis < positions.shape[1]:
        v = velocities[i, axis] + forces[i, axis] / mass[i] * dt
        p = positions[i, axis] + v * dt
        velocities[i, axis] = v
        # Back into the box, whichever side it left on.
        positions[i, axis] = p % box


@cuda.jit
def neighbour_list(positions, radius, counts, neighbours):
    i = cuda.grid(1)
    n = len(positions)
    if i < n:
        count = 0
        for j in range(n):
            dx = positions[i, 0] - positions[j, 0]
            dy = positions[i, 1] - positions[j, 1]
            if j != i and dx * dx + dy * dy < radius * radius:
                if count < MAX_NEIGHBOURS:
                    neighbours[i, count] = j
                count += 1
        counts[i] = count


@cuda.jit
def cell_index(positions, cell_size, cells_per_side, cell_of, counts):
    """Cells of a grid and how many particles each holds; 2-D atomics."""
    i = cuda.grid(1)
    if i < positions.shape[0]:
        cx = int(positions[i, 0] / cell_size) % cells_per_side
        cy = int(positions[i, 1] / cell_size) % cells_per_side
        cell_of[i] = cy * cells_per_side + cx
        cuda.atomic.add(counts, (cy, cx), 1)


@cuda.jit
def kinetic_energy(velocities, mass, total):
    """Shared partial sums, one atomic a block."""
    sums = cuda.shared.array(64, nb.float64)
    t = cuda.threadIdx.x
    acc = 0.0
    for i in range(cuda.grid(1), velocities.shape[0], cuda.gridsize(1)):
        vx, vy, vz = velocities[i]
        acc += 0.5 * mass[i] * (vx ** 2 + vy ** 2 + vz ** 2)
    sums[t] = acc
    cuda.syncthreads()
    if t == 0:
        for k in range(1, cuda.blockDim.x):
            acc += sums[k]
        cuda.atomic.add(total, 0, acc)


@cuda.jit
def bond_angles(positions, triples, cosines):
    i = cuda.grid(1)
    if i < triples.shape[0]:
        a, b, c = triples[i]
        dot = na = nc = 0.0
        for k in range(3):
            u = positions[a, k] - positions[b, k]
            v = positions[c, k] - positions[b, k]
            dot += u * v
            na += u * u
            nc += v * v
        cosines[i] = dot / math.sqrt(na * nc)


@cuda.jit
def coulomb_warp(positions, charges, potential):
    """A warp a particle: lanes share the others, shuffles add up."""
    lane = cuda.laneid
    i = cuda.grid(1) // cuda.warpsize
    if i >= charges.shape[0]:
        return
    total = 0.0
    for j in range(lane, charges.shape[0], 32):
        if j != i:
            total += charges[j] / abs(positions[i] - positions[j])
    delta = 16
    while delta > 0:
        total += cuda.shfl_down_sync(0xffffffff, total, delta)
        delta >>= 1
    if lane == 0:
        potential[i] = total
