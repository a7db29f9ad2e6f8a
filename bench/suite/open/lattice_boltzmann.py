import numpy as np
from numba import cuda, float32

CX = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
CY = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
W = np.array([4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36], np.float32)


@cuda.jit
def lattice_boltzmann(f, out, omega):
    x, y = cuda.grid(2)
    h = f.shape[1]
    w = f.shape[2]
    if x < w and y < h:
        rho = float32(0.0)
        ux = float32(0.0)
        uy = float32(0.0)
        for k in range(9):
            v = f[k, y, x]
            rho += v
            ux += float32(CX[k]) * v
            uy += float32(CY[k]) * v
        ux /= rho
        uy /= rho
        square = float32(1.5) * (ux * ux + uy * uy)
        for k in range(9):
            c = float32(3.0) * (float32(CX[k]) * ux + float32(CY[k]) * uy)
            rest = W[k] * rho * (float32(1.0) + c + float32(0.5) * c * c - square)
            v = f[k, y, x]
            out[k, (y + CY[k]) % h, (x + CX[k]) % w] = v - omega * (v - rest)
