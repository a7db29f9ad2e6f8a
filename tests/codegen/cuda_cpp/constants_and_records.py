# RUN: kernelc build %s -k weigh --emit cuda
# Arrays of the file and record types stand before the functions.
import numpy as np
from numba import cuda, from_dtype, float32

particle = from_dtype(np.dtype([("mass", np.float32), ("cell", np.int32), ("at", np.float32, (3,))], align=True))
weights = np.array([0.25, 0.5, 0.25], np.float32)


@cuda.jit((particle[::1], float32[::1]))
def weigh(particles, out):
    i = cuda.grid(1)
    if i < particles.size:
        p = particles[i]
        s = float32(0)
        for k in range(3):
            s += weights[k] * p.at[k]
        out[p.cell] = s * p.mass
