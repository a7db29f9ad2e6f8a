"""Finite differences and volumes on grids."""
import math

import numpy as np
from numba import cuda, float32, float64

from numba.cuda import syncthreads

BX, BY = 8, 4


@cuda.jit
def heat3d(u, out, alpha):
    i, j, k = cuda.grid(3)
    nx, ny, nz = u.shape
    if 0 < i < nx - 1 and 0 < j < ny - 1 and 0 < k < nz - 1:
        out[i, j, k] = u[i, j, k] + alpha * (
            u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k]
            + u[i, j, k - 1] + u[i, j, k + 1] - 6 * u[i, j, k])


@cuda.jit
def wave2d(previous, current, following, c2):
    """Leapfrog with periodic borders: the indices left of 0 wrap around by themselves."""
    x, y = cuda.grid(2)
    if x < current.shape[0] and y < current.shape[1]:
        right = (x + 1) % current.shape[0]
        down = (y + 1) % current.shape[1]
        laplacian = (current[x - 1, y] + current[right, y] + current[x, y - 1] + current[x, down]
                     - 4.0 * current[x, y])
        following[x, y] = 2.0 * current[x, y] - previous[x, y] + c2 * laplacian


@cuda.jit
def red_black(u, f, h, colour):
    x, y = cuda.grid(2)
    height, width = u.shape
    if 0 < x < width - 1 and 0 < y < height - 1 and (x + y) & 1 == colour:
        u[y, x] = 0.25 * (u[y, x - 1] + u[y, x + 1] + u[y - 1, x] + u[y + 1, x] - h ** 2 * f[y, x])


@cuda.jit
def upwind(u, out, velocity, ratio):
    i = cuda.grid(1)
    n = u.shape[0]
    if i < n:
        v = velocity[i]
        if v > 0:
            slope = u[i] - u[(i - 1) % n]
        else:
            slope = u[(i + 1) % n] - u[i]
        out[i] = u[i] - ratio * v * slope


@cuda.jit
def gray_scott(u, v, u2, v2, feed, kill):
    """Two species; the tile with its rim is shared."""
    su = cuda.shared.array((BY + 2, BX + 2), float32)
    sv = cuda.shared.array((BY + 2, BX + 2), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x + 1, cuda.threadIdx.y + 1
    rows, cols = u.shape
    inside = x < cols and y < rows
    if inside:
        su[ty, tx] = u[y, x]
        sv[ty, tx] = v[y, x]
        if tx == 1:
            su[ty, 0] = u[y, (x - 1) % cols]
            sv[ty, 0] = v[y, (x - 1) % cols]
        if tx == BX or x == cols - 1:
            su[ty, tx + 1] = u[y, (x + 1) % cols]
            sv[ty, tx + 1] = v[y, (x + 1) % cols]
        if ty == 1:
            su[0, tx] = u[(y - 1) % rows, x]
            sv[0, tx] = v[(y - 1) % rows, x]
        if ty == BY or y == rows - 1:
            su[ty + 1, tx] = u[(y + 1) % rows, x]
            sv[ty + 1, tx] = v[(y + 1) % rows, x]
    syncthreads()
    if not inside:
        return
    a = su[ty, tx]
    b = sv[ty, tx]
    lu = su[ty, tx - 1] + su[ty, tx + 1] + su[ty - 1, tx] + su[ty + 1, tx] - 4 * a
    lv = sv[ty, tx - 1] + sv[ty, tx + 1] + sv[ty - 1, tx] + sv[ty + 1, tx] - 4 * b
    reaction = a * b * b
    u2[y, x] = a + 0.16 * lu - reaction + feed * (1 - a)
    v2[y, x] = b + 0.08 * lv + reaction - (feed + kill) * b


@cuda.jit
def tridiagonal(lower, diagonal, upper, rhs, scratch, out):
    """Thomas' algorithm, a thread a system; systems lie side by side."""
    s = cuda.grid(1)
    n, systems = rhs.shape
    if s < systems:
        scratch[0, s] = upper[0] / diagonal[0]
        out[0, s] = rhs[0, s] / diagonal[0]
        for i in range(1, n):
            m = 1.0 / (diagonal[i] - lower[i] * scratch[i - 1, s])
            scratch[i, s] = upper[i] * m
            out[i, s] = (rhs[i, s] - lower[i] * out[i - 1, s]) * m
        for i in range(n - 2, -1, -1):
            out[i, s] -= scratch[i, s] * out[i + 1, s]


@cuda.jit
def maxwell_1d(electric, magnetic, steps, source):
    """A whole simulation in one block, a barrier a half step."""
    i = cuda.threadIdx.x
    n = electric.size
    for step in range(steps):
        if i < n - 1:
            magnetic[i] += 0.5 * (electric[i + 1] - electric[i])
        cuda.syncthreads()
        if 0 < i < n:
            electric[i] += 0.5 * (magnetic[i] - magnetic[i - 1])
        if i == source:
            electric[i] += math.exp(-0.5 * ((step - 20) / 6.0) ** 2)
        cuda.syncthreads()


@cuda.jit(device=True)
def minmod(a, b):
    if a * b <= 0:
        return 0.0
    return a if abs(a) < abs(b) else b


@cuda.jit
def burgers_muscl(u, out, ratio):
    """Limited slopes, local Lax-Friedrichs fluxes."""
    i = cuda.grid(1)
    n = len(u)
    if i >= n:
        return
    flux = cuda.local.array(2, float64)
    for side in range(2):
        k = (i - 1 + side) % n
        left = u[k] + 0.5 * minmod(u[k] - u[k - 1], u[(k + 1) % n] - u[k])
        r = (k + 1) % n
        right = u[r] - 0.5 * minmod(u[r] - u[r - 1], u[(r + 1) % n] - u[r])
        speed = max(abs(left), abs(right))
        flux[side] = 0.25 * (left ** 2 + right ** 2) - 0.5 * speed * (right - left)
    out[i] = u[i] - ratio * (flux[1] - flux[0])
