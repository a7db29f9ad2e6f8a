# RUN: kernelc build %s -k k --sig "xoroshiro128p_type[::1], float32[::1]" --emit kir
# CHECK-SUBSET: kernel @k(%states: array<record
from numba import cuda
from numba.cuda.random import xoroshiro128p_uniform_float32

@cuda.jit
def k(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float32(states, i)
