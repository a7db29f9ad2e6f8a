from numba import cuda


@cuda.jit
def stencil_3d(u, out, a, b):
    x, y, z = cuda.grid(3)
    nz, ny, nx = u.shape
    if 1 <= x < nx - 1 and 1 <= y < ny - 1 and 1 <= z < nz - 1:
        around = u[z, y, x - 1] + u[z, y, x + 1] + u[z, y - 1, x] + u[z, y + 1, x] + u[z - 1, y, x] + u[z + 1, y, x]
        out[z, y, x] = a * u[z, y, x] + b * around
