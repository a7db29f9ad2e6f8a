"""What artifacts are made of in the tests: a kernel for each kind of parameter."""
import numpy as np
from kernelc import *
from helpers import twice

particle = np.dtype([("x", np.float32), ("y", np.float32), ("id", np.int32), ("mass", np.float64, (2,))],
                    align=True)
packed = np.dtype([("flag", np.int8), ("value", np.float64)])


@kernel("void(float32, float32[::1], float32[::1])")
def saxpy(a, x, y):
    i = grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


# One C++ function: the variant for contiguous arrays where the array is.
@kernel(["void(float32[::1], float32)", "void(float32[:], float32)", "void(float64[::1], float64)"])
def scale(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] = twice(x[i]) * factor


@kernel("void(boolean, int8, uint16, int32, uint64, float64, complex64, complex128, float64[::1])")
def scalars(b, i8, u16, i32, u64, f64, c64, c128, out):
    if grid(1) == 0:
        out[0] = 1.0 if b else 0.0
        out[1] = float64(i8)
        out[2] = float64(u16)
        out[3] = float64(i32)
        out[4] = float64(u64)
        out[5] = f64
        out[6] = c64.real
        out[7] = c64.imag
        out[8] = c128.real
        out[9] = c128.imag


@kernel("void(float32[:, ::1], float32[::1, :], float32[:, :])")
def transpose(c, f, any):
    i, j = grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        f[i, j] = c[i, j]
        any[j, i] = c[i, j]


@kernel("void(Tuple([int32, Tuple([float32[::1], float32])]), none, int64[::1])")
def nested(t, nothing, namespace):
    i = grid(1)
    if i < namespace.size:
        namespace[i] = int64(t[0]) + int64(t[1][0][i] * t[1][1])


@kernel
def move(p: particle[::1], q: packed[::1], dt: float32):
    i = grid(1)
    if i < p.size:
        p[i].x += dt
        p[i].mass[1] = p[i].mass[0]
        q[i].value = q[i].flag


@kernel("void(float32[::1])")
def block_sums(x):
    cells = shared.array(0, float32)
    t = threadIdx.x
    cells[t] = x[grid(1)]  # kernelc: ignore[MissingGuard]
    syncthreads()
    if t == 0:
        total = float32(0.0)
        for k in range(blockDim.x):
            total += cells[k]
        x[blockIdx.x * blockDim.x] = total


@kernel("void(int32[::1])")
def bounded(x):
    assert x.size > 2, "x is too short"
    x[0] = 7
