"""What a file's statements leave behind: tables filled in loops, functions with loops, texts, the environment."""
import functools
import itertools
import os
import string

import numpy as np
from numba import *
from numba import cuda

from host_tables import CHECKSUMS, LIMIT, SQUARES

THREADS = int(os.getenv("HOST_CODE_TEST_THREADS", default="48"))
VERBOSE = os.environ.get("HOST_CODE_TEST_VERBOSE", "0") == "1"
REAL = np.float64 if VERBOSE else np.float32

GRID = np.zeros((4, 6))
GRID[1, 2] = 5.0
GRID[2, :] = 1.5
GRID[:, 0] = [1, 2, 3, 4]
GRID[0, 1:6:2] += 0.25
GRID[-1, -1] = GRID[1, 2] * 2

WEIGHTS = np.exp(-np.linspace(-1.0, 1.0, 5) ** 2)
WEIGHTS /= WEIGHTS.sum()
TURNED = GRID[::-1, 1:3]

PRIMES = [n for n in range(2, 40) if all(n % d for d in range(2, n))]
PRIME_ARRAY = np.array(PRIMES, dtype=np.int32)

ALPHABET = string.ascii_uppercase[:4] + string.digits
CODES = np.array([ord(letter) for letter in ALPHABET], dtype=np.uint8)
PLACES = {letter: place for place, letter in enumerate("ACGT")}
SEQUENCE = np.array([PLACES[letter] for letter in "GATTACA"], dtype=np.int8)
RAW = np.frombuffer(b"\x01\x02\xff\x80\x00\x01\x00\x02", dtype=np.int16)
LETTERS = np.array(list(b"bytes"), dtype=np.uint8)
ORDERS = np.array(list(itertools.permutations(range(3))))
PAIRS = np.array(list(itertools.combinations([5, 6, 7, 8], 2)))
SHAPE = (4,) + (3, 2)
VOLUME = functools.reduce(lambda a, b: a * b, SHAPE)
EDGES = np.outer([1, 2, 1], [1, 0, -1]).astype(np.float32)
QUOTIENT, REST = divmod(-17, 5)
NUMBERS = (round(2.5), round(7.6), int("0x1f", 16), len("a b  c".split()), "a,b,c".count(","), sorted([3, 1, 2])[0],
           np.float64(3.9).astype(np.int32), len(set([1, 2, 2])))

BLOCK = 16


def configure(size):
    global BLOCK
    BLOCK = size


def pascal(rows):
    """A triangle row by row, with an early end."""
    table = np.zeros((rows, rows), dtype=np.int64)
    for i in range(rows):
        for j in range(rows):
            if j > i:
                break
            if j == 0 or j == i:
                table[i, j] = 1
                continue
            table[i, j] = table[i - 1, j - 1] + table[i - 1, j]
    return table


def collatz(n):
    steps = []
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps.append(n)
    return steps


TRIANGLE = pascal(6)
PATH = collatz(6)
PATH_LENGTH = len(PATH)
NESTED = [[0] * 3 for _ in range(3)]
for i in range(3):
    for j in range(3):
        NESTED[i][j] = 10 * i + j
NESTED_ARRAY = np.array(NESTED)

if VERBOSE:
    TRACE = 1
else:
    TRACE = 2
total = 0
for i, prime in enumerate(PRIMES):
    if prime > 20:
        break
    total += i * prime
TOTAL = total


@cuda.jit
def scalars(out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = THREADS
        out[1] = VERBOSE
        out[2] = LIMIT
        out[3] = len(PRIMES)
        out[4] = VOLUME
        out[5] = QUOTIENT * 100 + REST
        out[6] = PATH_LENGTH
        out[7] = TRACE
        out[8] = TOTAL
        out[9] = BLOCK
        out[10] = NUMBERS[0] + NUMBERS[1] * 10 + NUMBERS[2] * 100
        out[11] = NUMBERS[3] + NUMBERS[4] * 10 + NUMBERS[5] * 100
        out[12] = NUMBERS[6] + NUMBERS[7] * 10


@cuda.jit(void(f8[:, :]))
def tables(out):
    i, j = cuda.grid(2)
    if i < 4 and j < 6:
        out[i, j] = GRID[i, j] + TURNED[i, j % 2] * 7 + SQUARES[j] + WEIGHTS[j % 5] + TRIANGLE[i + 2, j] * 1000


@cuda.jit
def lists(out):
    i = cuda.grid(1)
    if i < out.shape[1]:
        out[0, i] = PRIME_ARRAY[i % PRIME_ARRAY.size]
        out[1, i] = CODES[i % CODES.size]
        out[2, i] = SEQUENCE[i % 7]
        out[3, i] = RAW[i % 4]
        out[4, i] = LETTERS[i % 5]
        out[5, i] = ORDERS[i % 6, i % 3]
        out[6, i] = PAIRS[i % 6, i % 2]
        out[7, i] = NESTED_ARRAY[i % 3, (i // 3) % 3]


@cuda.jit
def precision(out):
    i = cuda.grid(1)
    if i < out.size:
        values = cuda.local.array(2, REAL)
        values[0] = 0.1
        values[1] = EDGES[i % 3, 2]
        out[i] = values[0] + values[1]


@cuda.jit
def checksums(data, out):
    i = cuda.grid(1)
    if i < data.size:
        out[i] = CHECKSUMS[3] if data[i] == 3 else CHECKSUMS[7]
