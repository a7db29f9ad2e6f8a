# Radix sort on the CPU device, eight bits at a time from the lowest: each core counts the digits of its chunks of neighbouring keys, and
# after a look at all counts moves its keys. Blocks of one thread, a chunk each.
from kernelc import *
from chunks import bounds
from keys import key_of

DIGITS = 256
KEYS = ("uint8", "uint16", "uint32", "uint64")


def digit_of(key, shift, order):
    return int32((key_of(key, order) >> shift) & 255)


# counts[256 * c + d]: keys of chunk c with digit d.
@kernel([f"void({key}[::1], uint64[::1], uint64, {key}, UniTuple({key}, 6))" for key in KEYS])
def count_chunk_digits(keys, counts, chunk, shift, order):
    first, last = bounds(uint64(keys.size), chunk)
    tallies = local.array(DIGITS, uint64)
    for d in range(DIGITS):
        tallies[d] = 0
    for i in range(first, last):
        tallies[digit_of(keys[i], shift, order)] += 1
    for d in range(DIGITS):
        counts[blockIdx.x * DIGITS + d] = tallies[d]


# Counts to where the keys of a digit and a chunk go. One thread.
@kernel("void(uint64[::1], int64)")
def begin_chunk_digits(counts, chunks):
    running = uint64(0)
    for d in range(DIGITS):
        for c in range(chunks):
            more = counts[c * DIGITS + d]
            counts[c * DIGITS + d] = running
            running += more


def move_chunk(keys, keys_out, counts, chunk, shift, order, move_value):
    first, last = bounds(uint64(keys.size), chunk)
    begins = local.array(DIGITS, uint64)
    for d in range(DIGITS):
        begins[d] = counts[blockIdx.x * DIGITS + d]
    for i in range(first, last):
        key = keys[i]
        digit = digit_of(key, shift, order)
        to = begins[digit]
        begins[digit] = to + 1
        keys_out[to] = key
        move_value(i, to)


def no_value(i, to):
    return


@kernel([f"void({key}[::1], {key}[::1], uint64[::1], uint64, {key}, UniTuple({key}, 6))" for key in KEYS])
def sort_chunk(keys, keys_out, counts, chunk, shift, order):
    move_chunk(keys, keys_out, counts, chunk, shift, order, no_value)


@kernel([f"void({key}[::1], {key}[::1], {value}[::1], {value}[::1], uint64[::1], uint64, {key}, UniTuple({key}, 6))"
         for key in KEYS for value in ("uint32", "uint64")])
def sort_pairs_chunk(keys, keys_out, values, values_out, counts, chunk, shift, order):
    def move_value(i, to):
        values_out[to] = values[i]

    move_chunk(keys, keys_out, counts, chunk, shift, order, move_value)
