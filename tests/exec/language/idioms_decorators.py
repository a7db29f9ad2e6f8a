"""How real files decorate, configure and make kernels. Expectations: tests/oracle/exec_idioms.py."""

import math
import os
import sys

import numba
import numba.cuda as nc
import numpy as np
from numba import cuda, float32, float64, int32, int64, jit, njit, types, void

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None

FAST = cuda.jit(fastmath=True)
DEVICE = cuda.jit(device=True, inline=True)
BLOCK = 8


class Plot:
    """Host code that could not run here."""

    scale = 3

    def __init__(self, title="no title", **options):
        self.title = title.upper()
        with open(self.title, "w") as f:
            f.write(f"{title!r:>10} {[x ** 2 for x in range(3)]}")

    @staticmethod
    @cuda.jit
    def add_one(a, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = a[i] + 1

    @classmethod
    def launch(cls, a):
        yield from (cls.add_one[1, 8](x, x) for x in a)


@cuda.jit()
def empty_call(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + 2


@cuda.jit("(float32[:], float32[:])")
def signature_without_void(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 3


@cuda.jit("void(float32[:], float32[:])", fastmath=True)
def signature_string(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 4


@cuda.jit((float32[:], float32[:]))
def tuple_of_types(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 5


@cuda.jit([(float64[:], float64[:]), (float32[:], float32[:])])
def list_of_tuples(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 6


@cuda.jit(["void(float64[:], float64[:])", "void(float32[:], float32[:])"])
def list_of_strings(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 7


@cuda.jit(void(float32[:], types.Array(float32, 1, "A")))
def signature_object(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 8


@cuda.jit("void(f4[:], f4[:])")
def short_names(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 9


@numba.cuda.jit
def by_full_name(a, out):
    i = numba.cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 10


@nc.jit(cache=True)
def by_module_alias(a, out):
    i = nc.grid(1)
    if i < out.size:
        out[i] = a[i] * 11


@FAST
def configured_alias(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 12


@DEVICE
def squared(x):
    return x * x


@jit(nopython=True)
def plus_half(x):
    return x + 0.5


@njit
def minus_half(x):
    return x - 0.5


@cuda.jit("float32(float32, float32)", device=True, inline=True)
def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


@cuda.jit(float64(float64, int32), device=True)
def typed_power(x, n):
    return x**n


def plain(x):
    return x + 100


as_device = cuda.jit(plain, device=True)
as_device_too = cuda.jit(device=True)(plain)


@cuda.jit
def device_functions(a, out):
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        out[i] = squared(x) + plus_half(x) + minus_half(x) + hypotenuse(3, 4) + typed_power(2, 3) + as_device(x) + as_device_too(x)


def undecorated(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 13


called_decorator = cuda.jit("void(float32[:], float32[:])")(undecorated)
called_with_function = cuda.jit(undecorated)


def factory(n, op=None, dtype=float32):
    shape = (n, 2)
    half = n // 2

    @cuda.jit
    def kernel(a, out):
        tile = cuda.shared.array(shape, dtype)
        mine = cuda.local.array(half, dtype=dtype)
        i = cuda.grid(1)
        tile[i, 0] = op(a[i])
        mine[half - 1] = n
        cuda.syncthreads()
        out[i] = tile[n - 1 - i, 0] + mine[half - 1]

    return kernel


from_factory = factory(BLOCK, squared)
from_factory_of_lambda = factory(n=8, op=cuda.jit(lambda x: x + 3, device=True), dtype=float64)


def main(argv):
    parser = __import__("argparse").ArgumentParser()
    parser.add_argument("-n", type=int, default=10)
    n = parser.parse_args(argv).n
    d_a = cuda.to_device(np.random.rand(n).astype(np.float32))
    empty_call[math.ceil(n / 8), 8](d_a, d_a)
    print(f"done {n=}", d_a.copy_to_host()[:3], sep="\n", file=sys.stderr)


if __name__ == "__main__":
    get_ipython().system("nvidia-smi")
    main(sys.argv)
