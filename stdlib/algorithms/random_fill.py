# Arrays of random numbers: what kernelc::Generator launches. Block q of a draw is the four words of the counter `offset + q` with
# the key `seed`, and each thread makes all numbers of one block, so that number i depends on seed, offset and i alone.
from kernelc import *
from philox import (below, exponential_of_float32, exponential_of_float64, joined, normal_pair_float32, normal_pair_float64,
                    philox4x32, philox_bits, unit_float32, unit_float64)


# Stores to `out` where it has an element.
def put(out, i, value):
    if i < out.size:
        out[i] = value


# `low` + `span` * u in one rounding on every device, and not above `last`, the greatest number below the upper end.
def scaled_float32(u, low, span, last):
    return min(libdevice.fmaf(span, u, low), last)


def scaled_float64(u, low, span, last):
    return min(libdevice.fma(span, u, low), last)


@kernel("void(uint32[::1], uint64, uint64)")
def bits(out, seed, offset):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    put(out, 4 * q, w0)
    put(out, 4 * q + 1, w1)
    put(out, 4 * q + 2, w2)
    put(out, 4 * q + 3, w3)


@kernel("void(float32[::1], uint64, uint64, float32, float32, float32)")
def uniform_float32(out, seed, offset, low, span, last):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    put(out, 4 * q, scaled_float32(unit_float32(w0), low, span, last))
    put(out, 4 * q + 1, scaled_float32(unit_float32(w1), low, span, last))
    put(out, 4 * q + 2, scaled_float32(unit_float32(w2), low, span, last))
    put(out, 4 * q + 3, scaled_float32(unit_float32(w3), low, span, last))


@kernel("void(float64[::1], uint64, uint64, float64, float64, float64)")
def uniform_float64(out, seed, offset, low, span, last):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    put(out, 2 * q, scaled_float64(unit_float64(w0, w1), low, span, last))
    put(out, 2 * q + 1, scaled_float64(unit_float64(w2, w3), low, span, last))


@kernel("void(float32[::1], uint64, uint64, float32, float32)")
def normal_float32(out, seed, offset, mean, deviation):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    x, y = normal_pair_float32(w0, w1)
    put(out, 4 * q, mean + deviation * x)
    put(out, 4 * q + 1, mean + deviation * y)
    x, y = normal_pair_float32(w2, w3)
    put(out, 4 * q + 2, mean + deviation * x)
    put(out, 4 * q + 3, mean + deviation * y)


@kernel("void(float64[::1], uint64, uint64, float64, float64)")
def normal_float64(out, seed, offset, mean, deviation):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    x, y = normal_pair_float64(w0, w1, w2, w3)
    put(out, 2 * q, mean + deviation * x)
    put(out, 2 * q + 1, mean + deviation * y)


@kernel("void(float32[::1], uint64, uint64, float32)")
def exponential_float32(out, seed, offset, scale):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    put(out, 4 * q, scale * exponential_of_float32(w0))
    put(out, 4 * q + 1, scale * exponential_of_float32(w1))
    put(out, 4 * q + 2, scale * exponential_of_float32(w2))
    put(out, 4 * q + 3, scale * exponential_of_float32(w3))


@kernel("void(float64[::1], uint64, uint64, float64)")
def exponential_float64(out, seed, offset, scale):
    q = int64(grid(1))
    w0, w1, w2, w3 = philox_bits(seed, 0, offset + uint64(q))
    put(out, 2 * q, scale * exponential_of_float64(w0, w1))
    put(out, 2 * q + 1, scale * exponential_of_float64(w2, w3))


# A word for lane 0 to 3 of the block of counter `block`, in place of one that may not be taken: of sequence `lane + 1`.
def other_bits(seed, block, lane, attempt):
    return philox4x32(uint32(block), uint32(block >> uint64(32)), uint32(lane + 1), uint32(attempt), uint32(seed),
                      uint32(seed >> uint64(32)))


# The number below `span` that a word stands for, without bias: D. Lemire (2019). `rejected` is 2**32 % span: products whose lower
# half is less belong to numbers that have one product more than the others.
def below32(word, span, rejected, seed, block, lane):
    product = uint64(word) * span
    attempt = 0
    while uint32(product) < rejected:
        product = uint64(other_bits(seed, block, lane, attempt)[0]) * span
        attempt += 1
    return int64(product >> uint64(32))


def integers32(out, seed, offset, low, span, rejected):
    q = int64(grid(1))
    block = offset + uint64(q)
    w0, w1, w2, w3 = philox_bits(seed, 0, block)
    put(out, 4 * q, low + below32(w0, span, rejected, seed, block, 0))
    put(out, 4 * q + 1, low + below32(w1, span, rejected, seed, block, 1))
    put(out, 4 * q + 2, low + below32(w2, span, rejected, seed, block, 2))
    put(out, 4 * q + 3, low + below32(w3, span, rejected, seed, block, 3))


# [low, low + span), where the span is at most 2**32.
@kernel(["void(int8[::1], uint64, uint64, int64, uint64, uint32)", "void(uint8[::1], uint64, uint64, int64, uint64, uint32)",
         "void(int16[::1], uint64, uint64, int64, uint64, uint32)", "void(uint16[::1], uint64, uint64, int64, uint64, uint32)",
         "void(int32[::1], uint64, uint64, int64, uint64, uint32)", "void(uint32[::1], uint64, uint64, int64, uint64, uint32)",
         "void(int64[::1], uint64, uint64, int64, uint64, uint32)", "void(uint64[::1], uint64, uint64, int64, uint64, uint32)"])
def narrow_integers(out, seed, offset, low, span, rejected):
    integers32(out, seed, offset, low, span, rejected)


def below64(word, span, seed, block, lane):
    number, taken = below(word, span)
    attempt = 0
    while not taken:
        w = other_bits(seed, block, lane, attempt)
        number, taken = below(joined(w[0], w[1]), span)
        attempt += 1
    return int64(number)


# The same for any span; 0 is 2**64.
@kernel(["void(int64[::1], uint64, uint64, int64, uint64)", "void(uint64[::1], uint64, uint64, int64, uint64)"])
def wide_integers(out, seed, offset, low, span):
    q = int64(grid(1))
    block = offset + uint64(q)
    w0, w1, w2, w3 = philox_bits(seed, 0, block)
    put(out, 2 * q, low + below64(joined(w0, w1), span, seed, block, 0))
    put(out, 2 * q + 1, low + below64(joined(w2, w3), span, seed, block, 1))
