"""Programs that have Numba's module from one of their own, which is not here, and functions that a flag of the machine
gives or does not give.
"""
import importlib

import accelerators_of_a_program
import pytest
from accelerators_of_a_program.gpu import cuda, float64, has_gpu

try:
    from accelerators_of_a_program.other import cuda as device
except ImportError:
    device = None
kinds = importlib.import_module("numba.types")
np = pytest.importorskip("numpy", reason="constants")


def scaled(x, factor):
    return x * factor


with_module = cuda.jit(device=True)(scaled) if accelerators_of_a_program else None
with_call = None if not accelerators_of_a_program.is_available() else cuda.jit(device=True, inline=True)(scaled)
with_numba = cuda.jit(device=True)(scaled) if device else None
if has_gpu:
    with_flag = cuda.jit(device=True)(scaled)
else:
    with_flag = None
THREADS = 4
# What the machine has is not known.
CHOSEN = 4 if device is not None and device.is_available() else 64


@cuda.jit(fastmath=True)
def forwarded(out, x):
    tile = cuda.shared.array(THREADS, float64)
    i = device.grid(1)
    if i < out.size:
        tile[cuda.threadIdx.x] = with_module(x[i], 2) + with_call(x[i], 30) + with_numba(x[i], 400) + with_flag(x[i], 5000)
        out[i] = tile[cuda.threadIdx.x] + tile.size


@cuda.jit
def chosen(out, x):
    out[0] = CHOSEN


if has_gpu:

    @cuda.jit
    def stands_in(out, x):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = x[i] * 2

else:

    def stands_in(out, x):
        out[:] = x * 2


def _tripled(out, x):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] * kinds.int32(3) + np.float32(0)


tripled = cuda.jit(_tripled) if has_gpu else None
