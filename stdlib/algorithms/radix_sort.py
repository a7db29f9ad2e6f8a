# Radix sort on a GPU, eight bits at a time from the lowest: A. Adinets, D. Merrill, Onesweep (2022). One kernel counts the digits of all
# places; then a pass for each place moves every key once: a tile ranks its keys, learns by decoupled look-back (see look_back.py) how many
# keys of each digit lie before it, and writes them where they belong. Equal keys keep their order.
from kernelc import *
from groups import block_exclusive_sum
from keys import key_of

THREADS = 256
WARPS = THREADS // 32
# Keys of a thread.
ITEMS = 20
TILE = THREADS * ITEMS
DIGITS = 256

# What a tile says of a digit: in the highest two bits how far it is, below how many keys.
TILE_ALONE = 1 << 30
WITH_ALL_BEFORE = 2 << 30
COUNT = (1 << 30) - 1


def digit_of(key, shift, order):
    return int32((key_of(key, order) >> shift) & 255)


# Counts of the digits of each place: `counts` has 256 for each, in shared memory that the launch gives as 32 bits each.
def count_digits(keys, counts, order, places):
    n = uint64(keys.size)
    tallies = shared.array(0, uint32)
    for k in range(threadIdx.x, places * DIGITS, THREADS):
        tallies[k] = 0
    syncthreads()
    i = uint64(blockIdx.x) * TILE + uint64(threadIdx.x)
    while i < n:
        for k in range(ITEMS):
            if i + uint64(k * THREADS) < n:
                key = key_of(keys[i + uint64(k * THREADS)], order)
                for place in range(places):
                    atomic.add(tallies, place * DIGITS + int32((key >> (8 * place)) & 255), uint32(1))
        i += uint64(gridDim.x) * TILE
    syncthreads()
    for k in range(threadIdx.x, places * DIGITS, THREADS):
        if tallies[k] != 0:
            atomic.add(counts, k, uint64(tallies[k]))


@kernel("void(uint8[::1], uint64[::1], UniTuple(uint8, 6))")
def count_digits8(keys, counts, order):
    count_digits(keys, counts, order, 1)


@kernel("void(uint16[::1], uint64[::1], UniTuple(uint16, 6))")
def count_digits16(keys, counts, order):
    count_digits(keys, counts, order, 2)


@kernel("void(uint32[::1], uint64[::1], UniTuple(uint32, 6))")
def count_digits32(keys, counts, order):
    count_digits(keys, counts, order, 4)


@kernel("void(uint64[::1], uint64[::1], UniTuple(uint64, 6))")
def count_digits64(keys, counts, order):
    count_digits(keys, counts, order, 8)


# Counts to where each digit begins, for the place of each block.
@kernel("void(uint64[::1])")
def begin_digits(counts):
    at = blockIdx.x * DIGITS + threadIdx.x
    before = block_exclusive_sum(counts[at] if at < counts.size else uint64(0))
    if at < counts.size:
        counts[at] = before


# The lanes of the warp with the same digit: each sets its bit in the digit's word of `masks`, which are zero.
def lanes_with(digit, masks):
    atomic.or_(masks, digit, uint32(1) << uint32(laneid))
    syncwarp()
    return masks[digit]


# The number of each key among those of its digit that the warp has up to there: into `ranks`. `tallies` gets the warp's counts.
def rank_keys(digits, ranks, tallies, masks):
    below = lanemask_lt()
    for k in range(ITEMS):
        digit = digits[k]
        lanes = lanes_with(digit, masks)
        before = tallies[digit]
        syncwarp()
        if lanes & below == 0:
            tallies[digit] = before + popc(lanes)
            masks[digit] = 0
        syncwarp()
        ranks[k] = int32(before + popc(lanes & below))


# Makes the tile's own number of keys of the calling thread's digit known.
def announce(states, own):
    tile = int64(blockIdx.x)
    stcg(states, tile * DIGITS + threadIdx.x, (WITH_ALL_BEFORE if tile == 0 else TILE_ALONE) | own)


# How many keys of the digit the tiles before have.
def before_tile(states, own):
    digit = threadIdx.x
    tile = int64(blockIdx.x)
    before = uint32(0)
    at = tile - 1
    reached = tile == 0
    while not reached:
        word = ldcv(states, at * DIGITS + digit)
        if word != 0:
            before += word & COUNT
            reached = word >= WITH_ALL_BEFORE
            at -= 1
    if tile != 0:
        stcg(states, tile * DIGITS + digit, WITH_ALL_BEFORE | (before + own))
    return before


# Moves keys 'first' and up, `count` of them, by the digit at `shift`. `begins`: where each digit's go on; for the next launch,
# the last tile leaves that in `next_begins`.
def move_keys(keys, keys_out, first, count, shift, order, begins, next_begins, states, move_values):
    tallies = shared.array((WARPS, DIGITS), uint32)
    masks = shared.array((WARPS, DIGITS), uint32)
    # All of it that the launch gives, for keys and then for values.
    exchange = shared.array(0, keys.dtype)
    # Where the keys of a digit go, less their place in the tile.
    targets = shared.array(DIGITS, int64)
    w = threadIdx.x // 32
    for d in range(laneid, DIGITS, 32):
        tallies[w, d] = 0
        masks[w, d] = 0
    syncwarp()

    tile_first = uint64(blockIdx.x) * TILE
    mine = tile_first + uint64(w * (32 * ITEMS) + laneid)
    own = local.array(ITEMS, keys.dtype)
    digits = local.array(ITEMS, int32)
    ranks = local.array(ITEMS, int32)
    for k in range(ITEMS):
        # What is beyond the end counts as the last keys of the last digit.
        digits[k] = 255
        if mine + uint64(32 * k) < count:
            own[k] = keys[first + mine + uint64(32 * k)]
            digits[k] = digit_of(own[k], shift, order)
    rank_keys(digits, ranks, tallies[w], masks[w])
    syncthreads()

    # A digit for each thread: what each warp's keys of it begin at in the tile.
    total = uint32(0)
    for v in range(WARPS):
        more = tallies[v, threadIdx.x]
        tallies[v, threadIdx.x] = total
        total += more
    announce(states, total)
    place = block_exclusive_sum(total)
    for v in range(WARPS):
        tallies[v, threadIdx.x] += place
    syncthreads()
    for k in range(ITEMS):
        ranks[k] += int32(tallies[w, digits[k]])
        exchange[ranks[k]] = own[k]

    target = begins[threadIdx.x] + uint64(before_tile(states, total))
    targets[threadIdx.x] = int64(target) - int64(place)
    if blockIdx.x == gridDim.x - 1:
        next_begins[threadIdx.x] = target + uint64(total)
    syncthreads()
    here = int32(min(uint64(TILE), count - tile_first))
    for k in range(ITEMS):
        at = threadIdx.x + k * THREADS
        if at < here:
            key = exchange[at]
            digits[k] = digit_of(key, shift, order)
            keys_out[targets[digits[k]] + at] = key
    move_values(first + mine, int64(count) - int64(mine), ranks, digits, targets, here)


def no_values(first, count, ranks, digits, targets, here):
    return


def key_signature(key):
    return (f"void({key}[::1], {key}[::1], uint64, uint64, {key}, UniTuple({key}, 6), uint64[::1], uint64[::1], uint32[::1])")


@kernel([key_signature(key) for key in ("uint8", "uint16", "uint32", "uint64")])
def sort_pass(keys, keys_out, first, count, shift, order, begins, next_begins, states):
    move_keys(keys, keys_out, first, count, shift, order, begins, next_begins, states, no_values)


def pair_signature(key, value):
    return (f"void({key}[::1], {key}[::1], {value}[::1], {value}[::1], uint64, uint64, {key}, UniTuple({key}, 6), uint64[::1], "
            "uint64[::1], uint32[::1])")


# The same for pairs: values[i] goes where keys[i] goes.
@kernel([pair_signature(key, value) for key in ("uint8", "uint16", "uint32", "uint64") for value in ("uint32", "uint64")])
def sort_pairs_pass(keys, keys_out, values, values_out, first, count, shift, order, begins, next_begins, states):
    exchange = shared.array(0, values.dtype)

    def move_values(mine, left, ranks, digits, targets, here):
        syncthreads()
        for k in range(ITEMS):
            if 32 * k < left:
                exchange[ranks[k]] = values[mine + uint64(32 * k)]
        syncthreads()
        for k in range(ITEMS):
            at = threadIdx.x + k * THREADS
            if at < here:
                values_out[targets[digits[k]] + at] = exchange[at]

    move_keys(keys, keys_out, first, count, shift, order, begins, next_begins, states, move_values)
