# Numbers as unsigned integers that have their order: sorts and comparisons look at bits alone, so that one kernel for each size
# serves all types. `order` says what the bits are; runtime/algorithms/keys.h makes it:
#   negative, positive  what bits with and without the highest one are changed by (xor)
#   half                the largest number without the highest bit
#   nan                 a magnitude above this is no number: all of these are equal and above the numbers
#   zero                bits that count as 0: those of -0.0
#   flip                all ones for the reverse order
from kernelc import *


@device
def key_of(bits, order):
    negative, positive, half, nan, zero, flip = order
    key = raw_key_of(bits, order)
    if bits == zero:
        key = positive
    if (bits & half) > nan:
        key = negative
    return key ^ flip


# The same where NaN and -0.0 keep keys of their own: -0.0 just below 0.0, NaN outside of all numbers. `flip` is not looked at.
@device
def raw_key_of(bits, order):
    negative, positive, half, nan, zero, flip = order
    return bits ^ (negative if bits > half else positive)


# The bits of a key; a NaN and a zero may have come from other ones.
@device
def bits_of(key, order):
    negative, positive, half, nan, zero, flip = order
    unflipped = key ^ flip
    return unflipped ^ (positive if unflipped > half else negative)


# What the minimum (`flip` of all ones) or maximum is the largest of. `shift` is 1 for floats in the first case: NaN, which has the last
# key, then counts as the smallest number, so that it is the result of both. Else `shift` is 0. Zeros differ: `zero` is not looked at.
@device
def rank_of(bits, order, shift):
    negative, positive, half, nan, zero, flip = order
    key = raw_key_of(bits, order)
    if (bits & half) > nan:
        key = negative
    return (key + shift) ^ flip


@device
def bits_of_rank(rank, order, shift):
    negative, positive, half, nan, zero, flip = order
    return bits_of((rank ^ flip) - shift, (negative, positive, half, nan, zero, type(rank)(0)))
