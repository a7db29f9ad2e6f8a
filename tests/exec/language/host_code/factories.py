"""Kernels inside functions of the host: what these take as parameters is what the file's only calls give."""
import numba
import numpy as np
from numba import cuda as gpu

WIDTH = 4


def shifted(amount, scale=3):
    @gpu.jit
    def shift(out):
        i = gpu.grid(1)
        if i < out.size:
            out[i] = i * scale + amount

    return shift


def gathered(function, width, *, dtype=np.float32):
    @gpu.jit
    def gather(out):
        tile = gpu.shared.array(width, dtype)
        i = gpu.threadIdx.x
        tile[i] = function(i)
        gpu.syncthreads()
        out[i] = tile[width - 1 - i]

    return gather


def handed_in(cuda):
    def kernel(out, a):
        tile = cuda.shared.array(WIDTH, numba.float32)
        i = cuda.threadIdx.x
        tile[i] = a[i] + 10
        cuda.syncthreads()
        out[i] = tile[WIDTH - 1 - i]

    return kernel


def square(x):
    return x * x


def main():
    amount = 7
    shifted(amount)[2, 4](np.zeros(8))
    gathered(square, width=WIDTH)[1, WIDTH](np.zeros(WIDTH))
    for test in (handed_in,):
        gpu.jit(test(gpu))[1, WIDTH](np.zeros(WIDTH), np.ones(WIDTH))


if __name__ == "__main__":
    main()
