"""Compares random programs with Numba's compiler for the CPU, whose typing is that of its CUDA target.

    bin/random_programs --first 0 --count 50 --dump DIR
    python random_programs_numba.py DIR

Only programs without barriers, shuffles and shared arrays, of one direction, are compared: their threads run one after
the other here.
Prints each program whose results differ and exits with status 1 then.
"""
import json
import math
import pathlib
import re
import sys
import warnings

import numpy as np
from numba import njit

warnings.filterwarnings("ignore")
M64 = 2 ** 64 - 1
JIT = "@njit(error_model='numpy')"


def mixed(v):
    v = v + 0x9E3779B97F4A7C15 & M64
    v = (v ^ v >> 30) * 0xBF58476D1CE4E5B9 & M64
    v = (v ^ v >> 27) * 0x94D049BB133111EB & M64
    return v ^ v >> 31


def element(index, salt, dtype):
    """As the runner makes its inputs."""
    bits = mixed(index * 977 + salt & M64)
    if dtype.kind == "f":
        return (bits % 1024 - 512) / 4
    size = 8 * dtype.itemsize
    if dtype == np.int64:
        low = bits >> bits % 32 & 0xFFFFFFFF
        return low - 2 ** 32 if low >> 31 else low
    value = bits % 7 if index % 5 == 0 else bits & 2 ** size - 1
    return value - 2 ** size if dtype.kind == "i" and value >> size - 1 else value


def filled(dtype, count, salt):
    dtype = np.dtype(dtype)
    return np.array([element(i, salt, dtype) for i in range(count)], dtype)


def matrix(dtype, salt, layout):
    memory = filled(dtype, 11 * 8, salt)
    if layout == 1:
        return memory[:42].reshape(7, 6).T
    if layout == 2:
        return memory.reshape(8, 11)[1:7, 2:9]
    return memory[:42].reshape(6, 7)


@njit
def atomic_add(a, i, v):
    a[i] += v


@njit
def atomic_max(a, i, v):
    a[i] = max(a[i], v)


@njit
def atomic_min(a, i, v):
    a[i] = min(a[i], v)


@njit
def atomic_xor(a, i, v):
    a[i] ^= v


PLACES = {"cuda.grid(1)": "i_grid", "cuda.threadIdx.x": "i_thread", "cuda.blockIdx.x": "i_block",
          "cuda.blockDim.x": "i_dim", "cuda.gridsize(1)": "i_size", "cuda.local.array": "np.empty", "cuda.atomic.": "atomic_"}


def load(text):
    text = re.sub(r"@cuda\.jit(\(device=True\))?", JIT, text)
    for old, new in PLACES.items():
        text = text.replace(old, new)
    text = text.replace("qf):", "qf, i_grid, i_thread, i_block, i_dim, i_size):")
    text = text.replace("from numba import cuda", "")
    namespace = {"njit": njit, "atomic_add": atomic_add, "atomic_max": atomic_max, "atomic_min": atomic_min,
                 "atomic_xor": atomic_xor}
    exec(compile(text, "random.py", "exec"), namespace)
    return namespace["kernel"]


def run(text):
    blocks, threads, layout = map(int, re.match(r"# launch: blocks (\d+), threads (\d+), layout (\d+)", text).groups())
    kinds = ("int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "float32", "float64")
    args = [filled(k, 40, salt) for salt, k in enumerate(kinds, 1)]
    args += [matrix("int32", 10, layout), matrix("float32", 11, layout),
             filled("int32", 204, 12), filled("float32", 204, 13), 23, np.int32(-6), np.float32(1.75)]
    n = blocks * threads
    results = {"whole": np.zeros((n, 6), np.int64), "bits": np.zeros(n, np.uint64), "real": np.zeros((n, 3)),
               "added": np.zeros(16, np.int32), "highest": np.zeros(16, np.int64), "flipped": np.zeros(16, np.uint32),
               "lowest": np.zeros((4, 4)), "q32": np.zeros(204, np.int32), "qf": np.zeros(204, np.float32)}
    kernel = load(text)
    for block in range(blocks):
        for thread in range(threads):
            kernel(*args, *results.values(), block * threads + thread, np.int32(thread), np.int32(block),
                   np.int32(threads), n)
    return results


def compare(path):
    stored = json.loads(path.with_suffix(".json").read_text())
    if not stored["serial"] or ", rows " in path.read_text().partition("\n")[0]:
        return None
    if stored["error"]:
        return stored["error"]
    try:
        results = run(path.read_text())
    except Exception as error:
        return f"Numba fails: {type(error).__name__}: {str(error)[:600]}"
    for name, values in results.items():
        wanted = stored["results"][name]
        parse = float if values.dtype.kind == "f" else int
        theirs = np.array([parse(v) for v in wanted["values"]], values.dtype).reshape(values.shape)
        differ = np.argwhere(values != theirs)
        if differ.size:
            at = tuple(differ[0])
            return f"{name}{list(map(int, at))} is {values[at]} for Numba and {theirs[at]} here"
    return ""


def main():
    failed = compared = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py"), key=lambda p: int(p.stem)):
        difference = compare(path)
        if difference is None:
            continue
        compared += 1
        if difference:
            failed += 1
            print(f"{path.name}: {difference}", flush=True)
    print(f"{compared} programs compared, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
