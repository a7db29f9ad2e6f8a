# Philox4x32-10: random numbers from a counter and a key, without a state. J. Salmon, M. Moraes, R. Dror, D. Shaw: Parallel
# random numbers: as easy as 1, 2, 3 (2011). A counter is four uint32, a key two; as in cuRAND, a draw's number is the counter's
# first two and a sequence's index its last two, so that 2**64 sequences of 2**64 draws of a seed do not meet.
from kernelc import *
import math


# The random bits of a counter and a key.
def philox4x32(counter0, counter1, counter2, counter3, key0, key1):
    c0 = uint32(counter0)
    c1 = uint32(counter1)
    c2 = uint32(counter2)
    c3 = uint32(counter3)
    k0 = uint32(key0)
    k1 = uint32(key1)
    for i in range(10):
        even = uint64(c0) * uint64(0xD2511F53)
        odd = uint64(c2) * uint64(0xCD9E8D57)
        c0 = uint32(odd >> uint64(32)) ^ c1 ^ k0
        c2 = uint32(even >> uint64(32)) ^ c3 ^ k1
        c1 = uint32(odd)
        c3 = uint32(even)
        k0 = uint32(k0 + uint32(0x9E3779B9))
        k1 = uint32(k1 + uint32(0xBB67AE85))
    return c0, c1, c2, c3


def philox_bits(seed, index, draw=0):
    s = uint64(seed)
    i = uint64(index)
    d = uint64(draw)
    return philox4x32(uint32(d), uint32(d >> uint64(32)), uint32(i), uint32(i >> uint64(32)),
                      uint32(s), uint32(s >> uint64(32)))


# 64 bits of two words, the first one below.
def joined(low, high):
    return uint64(low) | (uint64(high) << uint64(32))


# Of the upper 24 bits, so that 1 is never reached: [0, 1).
def unit_float32(bits):
    return float32(bits >> uint32(8)) * float32(5.960464477539063e-08)


# Of the upper 53 bits of 64: [0, 1).
def unit_float64(low, high):
    return float64(joined(low, high) >> uint64(11)) * 1.1102230246251565e-16


# (0, 1] for logarithms. All 32 bits count, so that the tails reach as far as they can.
def positive_float32(bits):
    return float32(bits) * float32(2.3283064365386963e-10) + float32(1.1641532182693481e-10)


# (0, 1]
def positive_float64(low, high):
    return float64((joined(low, high) >> uint64(11)) + uint64(1)) * 1.1102230246251565e-16


# Two independent numbers of two: G. Box, M. Muller (1958).
def normal_pair_float32(first, second):
    radius = math.sqrt(float32(-2.0) * math.log(positive_float32(first)))
    angle = unit_float32(second) * float32(6.283185307179586)
    return radius * math.cos(angle), radius * math.sin(angle)


def normal_pair_float64(w0, w1, w2, w3):
    radius = math.sqrt(-2.0 * math.log(positive_float64(w0, w1)))
    angle = unit_float64(w2, w3) * 6.283185307179586
    return radius * math.cos(angle), radius * math.sin(angle)


def exponential_of_float32(bits):
    return -math.log(positive_float32(bits))


def exponential_of_float64(low, high):
    return -math.log(positive_float64(low, high))


def philox_uniform_float32(seed, index, draw=0):
    return unit_float32(philox_bits(seed, index, draw)[0])


def philox_uniform_float64(seed, index, draw=0):
    w = philox_bits(seed, index, draw)
    return unit_float64(w[0], w[1])


def philox_normal_float32(seed, index, draw=0):
    w = philox_bits(seed, index, draw)
    return normal_pair_float32(w[0], w[1])[0]


def philox_normal_float64(seed, index, draw=0):
    w = philox_bits(seed, index, draw)
    return normal_pair_float64(w[0], w[1], w[2], w[3])[0]


def philox_exponential_float32(seed, index, draw=0):
    return exponential_of_float32(philox_bits(seed, index, draw)[0])


def philox_exponential_float64(seed, index, draw=0):
    w = philox_bits(seed, index, draw)
    return exponential_of_float64(w[0], w[1])


# The number below `span` that 64 random bits stand for, and whether it may be taken: D. Lemire: Fast random integer generation
# in an interval (2019). `span` 0 is 2**64.
def below(bits, span):
    if span == uint64(0):
        return bits, True
    low = bits * span
    number = uint64(libdevice.umul64hi(int64(bits), int64(span)))
    # (2**64 - span) % span of the products would make small numbers likelier.
    return number, low >= span or low >= (uint64(0) - span) % span


# Without bias: bits that would favour some numbers are drawn again, from the bits themselves as counter. An empty range gives
# `low`.
def philox_integers(seed, index, low, high, draw=0):
    if int64(high) <= int64(low):
        return int64(low)
    span = uint64(int64(high) - int64(low))
    k0 = uint32(uint64(seed))
    k1 = uint32(uint64(seed) >> uint64(32))
    w0, w1, w2, w3 = philox_bits(seed, index, draw)
    number, taken = below(joined(w0, w1), span)
    while not taken:
        number, taken = below(joined(w2, w3), span)
        if not taken:
            w0, w1, w2, w3 = philox4x32(w0, w1, w2, w3, k0, k1)
            number, taken = below(joined(w0, w1), span)
    return int64(low) + int64(number)
