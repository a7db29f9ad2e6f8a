# Radix sort on a GPU, eight bits at a time from the lowest: A. Adinets, D. Merrill, Onesweep (2022). One kernel counts the digits of all
# places; then a pass for each place moves every key once: a tile ranks its keys, learns by decoupled look-back (see look_back.py) how many
# keys of each digit lie before it, and writes them where they belong. Equal keys keep their order.
#
# Sizes that the launches know too, in runtime/algorithms/sort.cpp and, those of pairs, in runtime/algorithms/CMakeLists.txt: THREADS, ITEMS,
# COUNTING_THREADS, COUNTED.
from kernelc import *
from groups import ALL_LANES, block_exclusive_sum, warp_exclusive_sum
from keys import key_of

# Threads of a block of a pass, and blocks that should fit a multiprocessor.
THREADS = 256
BLOCKS = 3
# Keys of a thread, of up to 4 bytes and with values of no more; half of it for others.
ITEMS = 24
WARPS = THREADS // 32
EACH_ITEM = tuple(range(ITEMS))
EACH_WARP = tuple(range(WARPS))
DIGITS = 256
EACH_OF_LANE = tuple(range(0, DIGITS, 32))
EACH_BIT = (1, 2, 4, 8, 16, 32, 64, 128)
EACH_DIGIT_WARP = tuple(range(DIGITS // 32))

# What counting takes at a time.
COUNTING_THREADS = 256
COUNTED = 16
COUNTED_TILE = COUNTING_THREADS * COUNTED
EACH_COUNTED = tuple(range(COUNTED))

# What a tile says of a digit: in the highest two bits how far it is, below how many keys.
TILE_ALONE = 1 << 30
WITH_ALL_BEFORE = 2 << 30
COUNT = (1 << 30) - 1
# Tiles before that are asked at a time.
WINDOW = 4
EACH_BEFORE = tuple(range(WINDOW))


# Counts of the digits of each place: `counts` has 256 for each, in shared memory that the launch gives as 32 bits each. `unusual` gets 1
# where floats have a NaN or -0.0 among them.
def count_digits(keys, counts, unusual, order, places):
    negative, positive, half, nan, zero, flip = order
    n = uint64(keys.size)
    tallies = shared.array(0, uint32)
    for k in range(threadIdx.x, places * DIGITS, COUNTING_THREADS):
        tallies[k] = 0
    syncthreads()
    has_unusual = False

    def count(bits):
        key = key_of(bits, order)
        for place in range(places):
            atomic.add(tallies, place * DIGITS + int32((key >> (8 * place)) & 255), uint32(1))

    own = local.array(COUNTED, keys.dtype)
    first = uint64(blockIdx.x) * COUNTED_TILE
    while first < n:
        i = first + uint64(threadIdx.x)
        if first + COUNTED_TILE <= n:
            for k in literal_unroll(EACH_COUNTED):
                own[k] = keys[i + uint64(k * COUNTING_THREADS)]
            for k in literal_unroll(EACH_COUNTED):
                count(own[k])
                has_unusual = has_unusual or own[k] == zero or (own[k] & half) > nan
        else:
            while i < n:
                count(keys[i])
                has_unusual = has_unusual or keys[i] == zero or (keys[i] & half) > nan
                i += COUNTING_THREADS
        first += uint64(gridDim.x) * COUNTED_TILE
    if has_unusual:
        unusual[0] = 1
    syncthreads()
    for k in range(threadIdx.x, places * DIGITS, COUNTING_THREADS):
        if tallies[k] != 0:
            atomic.add(counts, k, uint64(tallies[k]))


@kernel("void(uint8[::1], uint64[::1], uint64[::1], UniTuple(uint8, 6))")
def count_digits8(keys, counts, unusual, order):
    count_digits(keys, counts, unusual, order, 1)


@kernel("void(uint16[::1], uint64[::1], uint64[::1], UniTuple(uint16, 6))")
def count_digits16(keys, counts, unusual, order):
    count_digits(keys, counts, unusual, order, 2)


@kernel("void(uint32[::1], uint64[::1], uint64[::1], UniTuple(uint32, 6))")
def count_digits32(keys, counts, unusual, order):
    count_digits(keys, counts, unusual, order, 4)


@kernel("void(uint64[::1], uint64[::1], uint64[::1], UniTuple(uint64, 6))")
def count_digits64(keys, counts, unusual, order):
    count_digits(keys, counts, unusual, order, 8)


# Counts to where each digit begins, for the place of each block.
@kernel("void(uint64[::1])")
def begin_digits(counts):
    at = blockIdx.x * DIGITS + threadIdx.x
    before = block_exclusive_sum(counts[at] if at < counts.size else uint64(0))
    if at < counts.size:
        counts[at] = before


# How digits are found: keys are bits with the same ones flipped; floats of which none is NaN or -0.0; any keys.
PLAIN = 0
NUMBERS = 1
ANY = 2


# Calls body(k, digit) for all keys of a thread, where digit(key) is the digit of a key at `shift`.
@device
def for_items(items, how, shift, order, body):
    negative, positive, half, nan, zero, flip = order
    with_sign = int32((negative ^ flip) >> shift) & 255
    without = int32((positive ^ flip) >> shift) & 255
    if how == PLAIN:
        for k in literal_unroll(EACH_ITEM):
            if k < items:
                body(k, lambda key: int32(key >> shift) & 255 ^ without)
    elif how == NUMBERS:
        for k in literal_unroll(EACH_ITEM):
            if k < items:
                body(k, lambda key: int32(key >> shift) & 255 ^ (with_sign if key > half else without))
    else:
        for k in literal_unroll(EACH_ITEM):
            if k < items:
                body(k, lambda key: int32((key_of(key, order) >> shift) & 255))


# Digits of keys, four to a word.
@device
def digit_of(digits, k):
    return digits[k // 4] >> uint32(8 * (k % 4)) & uint32(255)


# The lanes of the warp whose key k has the same digit.
@device
def lanes_with(digits, k):
    lanes = uint32(ALL_LANES)
    for bit in literal_unroll(EACH_BIT):
        one = digits[k // 4] & uint32(bit << (8 * (k % 4))) != 0
        votes = uint32(ballot_sync(ALL_LANES, one))
        lanes &= votes if one else ~votes
    return lanes


# Makes the tile's own number of keys of the calling thread's digit known.
@device
def announce(states, own):
    tile = int64(blockIdx.x)
    stcg(states, tile * DIGITS + threadIdx.x, (WITH_ALL_BEFORE if tile == 0 else TILE_ALONE) | own)


# How many keys of the digit the tiles before have.
@device
def before_tile(states, own):
    before = uint32(0)
    at = int64(blockIdx.x) * DIGITS + threadIdx.x
    asked = at - DIGITS
    reached = blockIdx.x == 0
    words = local.array(WINDOW, uint32)
    while not reached:
        for k in literal_unroll(EACH_BEFORE):
            words[k] = uint32(WITH_ALL_BEFORE)
            if asked >= k * DIGITS:
                words[k] = ldcv(states, asked - k * DIGITS)
        known = True
        for k in literal_unroll(EACH_BEFORE):
            known = known and not reached and words[k] != 0
            if known:
                before += words[k] & COUNT
                reached = words[k] >= WITH_ALL_BEFORE
                asked -= DIGITS
    if blockIdx.x != 0:
        stcg(states, at, WITH_ALL_BEFORE | (before + own))
    return before


# A digit for each of 256 threads: turns the warps' counts in `tallies` into where their keys of it begin in the tile. Gives that of the
# digit and how many keys the tile has of it, which others are told.
@device
def begin_keys(tallies, states):
    totals = shared.array(DIGITS // 32, uint32)
    counts = local.array(WARPS, uint32)
    total = uint32(0)
    w = threadIdx.x // 32
    if threadIdx.x < DIGITS:
        for v in literal_unroll(EACH_WARP):
            counts[v] = total
            total += tallies[v, threadIdx.x]
        announce(states, total)
    place = warp_exclusive_sum(total)
    if laneid == 31 and threadIdx.x < DIGITS:
        totals[w] = place + total
    syncthreads()
    for v in literal_unroll(EACH_DIGIT_WARP):
        if v < w:
            place += totals[v]
    if threadIdx.x < DIGITS:
        for v in literal_unroll(EACH_WARP):
            tallies[v, threadIdx.x] = counts[v] + place
    syncthreads()
    return place, total


# Puts the thread's keys where they belong in the tile, and into `ranks` where that is, two numbers to a word. A key's number among those
# of its digit in the warp up to there follows from the lanes with the same one.
@device
def rank_keys(own, digits, items, tallies, exchange, ranks):
    below = lanemask_lt()
    for k in literal_unroll(EACH_ITEM):
        if k < items:
            lanes = lanes_with(digits, k)
            digit = digit_of(digits, k)
            rank = tallies[digit] + uint32(popc(lanes & below))
            syncwarp()
            if lanes & below == 0:
                atomic.add(tallies, digit, uint32(popc(lanes)))
            syncwarp()
            exchange[rank] = own[k]
            if k % 2 == 0:
                ranks[k // 2] = rank
            else:
                ranks[k // 2] |= rank << uint32(16)


# The elements of a thread, 32 apart; `left` are there for it and the lanes behind it.
@device
def load_items(array, begin, items, left, whole, loaded):
    if whole:
        for k in literal_unroll(EACH_ITEM):
            if k < items:
                loaded[k] = array[begin + uint64(32 * k)]
    else:
        for k in literal_unroll(EACH_ITEM):
            loaded[k] = 0
            if k < items and 32 * k < left:
                loaded[k] = array[begin + uint64(32 * k)]


# Moves `count` keys from number `first` on by the digit at `shift`, and values with them, where there are any. `begins`: where each
# digit's go on; for the next launch, the last tile leaves that in `next_begins`. `unusual` is what count_digits() found.
@device
def move_keys(keys, keys_out, values, values_out, first, count, shift, order, unusual, begins, next_begins, states, has_values):
    items = ITEMS if max(keys.itemsize, values.itemsize) <= 4 else ITEMS // 2
    tallies = shared.array((WARPS, DIGITS), uint32)
    # Where the keys of a digit go, less their place in the tile.
    targets = shared.array(DIGITS, uint64)
    # All of it that the launch gives, for keys and then for values.
    exchange = shared.array(0, keys.dtype)
    w = threadIdx.x // 32
    own_tallies = tallies[w]
    for d in literal_unroll(EACH_OF_LANE):
        own_tallies[d + laneid] = 0
    syncwarp()

    tile_first = uint64(blockIdx.x) * uint64(THREADS * items)
    here = int32(min(uint64(THREADS * items), count - tile_first))
    mine = w * (32 * items) + laneid
    begin = first + tile_first + uint64(mine)
    own = local.array(ITEMS, keys.dtype)
    digits = local.array((ITEMS + 3) // 4, uint32)
    for k in literal_unroll(EACH_ITEM):
        digits[k // 4] = 0
    whole = here == THREADS * items
    load_items(keys, begin, items, here - mine, whole, own)

    def find(k, digit):
        digits[k // 4] |= uint32(digit(own[k])) << uint32(8 * (k % 4))

    how = PLAIN if order[3] == order[2] else NUMBERS if unusual[0] == 0 else ANY
    for_items(items, how, shift, order, find)
    if not whole:
        for k in literal_unroll(EACH_ITEM):
            if mine + 32 * k >= here:
                # What is beyond the end counts as the last keys of the last digit.
                digits[k // 4] |= uint32(255 << (8 * (k % 4)))
    for k in literal_unroll(EACH_ITEM):
        if k < items:
            atomic.add(own_tallies, digit_of(digits, k), uint32(1))
    syncthreads()
    place, total = begin_keys(tallies, states)
    ranks = local.array((ITEMS + 1) // 2, uint32)
    rank_keys(own, digits, items, own_tallies, exchange, ranks)
    moved = local.array(ITEMS, values.dtype)
    if has_values:
        load_items(values, begin, items, here - mine, whole, moved)

    if threadIdx.x < DIGITS:
        target = begins[threadIdx.x] + uint64(before_tile(states, total))
        targets[threadIdx.x] = target - uint64(place)
        if blockIdx.x == gridDim.x - 1:
            next_begins[threadIdx.x] = target + uint64(total)
    syncthreads()
    # From here on those of sorted keys, for values.
    for k in literal_unroll(EACH_ITEM):
        digits[k // 4] = 0

    def put_key(k, digit):
        at = threadIdx.x + k * THREADS
        if at < here:
            key = exchange[at]
            found = digit(key)
            keys_out[targets[found] + uint64(at)] = key
            digits[k // 4] |= uint32(found) << uint32(8 * (k % 4))

    for_items(items, how, shift, order, put_key)
    if has_values:
        put_values(moved, values_out, items, here - mine, here, ranks, digits, targets)


# The values after their keys: `left` of them belong to the thread and the lanes behind it, `here` to the tile.
@device
def put_values(moved, values_out, items, left, here, ranks, digits, targets):
    exchange = shared.array(0, values_out.dtype)
    syncthreads()
    for k in literal_unroll(EACH_ITEM):
        if k < items and 32 * k < left:
            exchange[ranks[k // 2] >> uint32(16 * (k % 2)) & uint32(0xFFFF)] = moved[k]
    syncthreads()
    for k in literal_unroll(EACH_ITEM):
        at = threadIdx.x + k * THREADS
        if k < items and at < here:
            values_out[targets[digit_of(digits, k)] + uint64(at)] = exchange[at]


def key_signature(key):
    return (f"void({key}[::1], {key}[::1], uint64, uint64, {key}, UniTuple({key}, 6), uint64[::1], uint64[::1], "
            "uint64[::1], uint32[::1])")


@kernel([key_signature(key) for key in ("uint8", "uint16", "uint32", "uint64")], launch_bounds=(THREADS, BLOCKS))
def sort_pass(keys, keys_out, first, count, shift, order, unusual, begins, next_begins, states):
    move_keys(keys, keys_out, keys, keys_out, first, count, shift, order, unusual, begins, next_begins, states, False)
