# Elements that are kept, side by side in their order, on a GPU in one pass: a block takes a tile, finds by look-back how many are kept before
# it, puts what it keeps side by side in shared memory and writes that out in whole lines. `count` gets the number of all.
#
# A warp has rows of 128 elements of a tile, four for each lane. THREADS and ROWS are also in runtime/algorithms/select.cpp.
from kernelc import *
from groups import ALL_LANES, added, larger, warp_maximum
from keys import key_of, raw_key_of
from look_back import before_tile, get_count, put_count
from quads import has_quads, load_quad

THREADS = 256
# Rows of a warp, of elements of up to 4 bytes.
ROWS = 8
WARPS = THREADS // 32
EACH_ROW = tuple(range(ROWS))
EACH_WARP = tuple(range(WARPS))
EACH_OF_QUAD = (0, 1, 2, 3)
# Rows whose numbers, up to 128, share a word.
PACKED = 4
EACH_PACK = tuple(range(ROWS // PACKED))

MOVED = ("uint8", "uint16", "uint32", "uint64", "complex128")
BITS = ("uint8", "uint16", "uint32", "uint64")


# Rows of a warp: fewer where elements are large.
@device
def rows_of(x):
    return min(ROWS, 32 // x.itemsize)


# Where the calling lane's quad of row r is in the tile.
@device
def place_of_quad(x, r):
    return uint32(threadIdx.x // 32 * (128 * rows_of(x)) + 4 * laneid + 128 * r)


@device
def begin_of_tile(x):
    return uint64(blockIdx.x) * uint64(4 * THREADS * rows_of(x))


# Loads the calling thread's elements, and puts into `kept[r]` a bit for each of values[4 * r] to values[4 * r + 3] that is kept, the
# first one's lowest. `mark_quad(i, a, b, c, d)` gives these bits for elements i to i + 3, `mark(i, a)` one. `by_quads`: arrays may
# be seen as vectors.
@device
def take_tile(x, by_quads, mark_quad, mark, values, kept):
    begin = begin_of_tile(x)
    if by_quads and begin + uint64(4 * THREADS * rows_of(x)) <= uint64(x.size):
        for r in literal_unroll(EACH_ROW):
            if r < rows_of(x):
                quad = load_quad(x, (begin + uint64(place_of_quad(x, r))) >> uint64(2))
                values[4 * r], values[4 * r + 1], values[4 * r + 2], values[4 * r + 3] = quad
        for r in literal_unroll(EACH_ROW):
            if r < rows_of(x):
                kept[r] = mark_quad(begin + uint64(place_of_quad(x, r)), values[4 * r], values[4 * r + 1], values[4 * r + 2],
                                    values[4 * r + 3])
    else:
        for r in literal_unroll(EACH_ROW):
            kept[r] = 0
            for k in literal_unroll(EACH_OF_QUAD):
                i = begin + uint64(place_of_quad(x, r)) + uint64(k)
                if r < rows_of(x) and i < uint64(x.size):
                    values[4 * r + k] = x[i]
                    kept[r] |= uint32(mark(i, x[i])) << uint32(k)


# How many are kept in the warp before each quad of the calling lane: into `places`. Gives how many the warp keeps.
@device
def count_kept(x, kept, places):
    packs = local.array(ROWS // PACKED, uint32)
    for p in literal_unroll(EACH_PACK):
        packs[p] = 0
    for r in literal_unroll(EACH_ROW):
        if r < rows_of(x):
            packs[r // PACKED] |= uint32(popc(kept[r])) << uint32(8 * (r % PACKED))
    for distance in literal_unroll((1, 2, 4, 8, 16)):
        for p in literal_unroll(EACH_PACK):
            below = shfl_up_sync(ALL_LANES, packs[p], distance)
            packs[p] += below if laneid >= distance else uint32(0)
    total = uint32(0)
    for r in literal_unroll(EACH_ROW):
        if r < rows_of(x):
            places[r] = total + of_pack(packs[r // PACKED], r) - uint32(popc(kept[r]))
            total += of_pack(shfl_sync(ALL_LANES, packs[r // PACKED], 31), r)
    return total


@device
def of_pack(pack, r):
    return pack >> uint32(8 * (r % PACKED)) & uint32(255)


# How many are kept in the block before the warp, and in all of it.
@device
def add_warps(total):
    totals = shared.array(WARPS, uint32)
    if laneid == 0:
        totals[threadIdx.x // 32] = total
    syncthreads()
    before = uint32(0)
    all = uint32(0)
    for w in literal_unroll(EACH_WARP):
        if w == threadIdx.x // 32:
            before = all
        all += totals[w]
    return before, all


# Calls store(place in the tile, number in the thread) for what is kept; `places` are what count_kept() found, `before` is added.
@device
def for_kept(x, kept, places, before, store):
    for r in literal_unroll(EACH_ROW):
        if r < rows_of(x):
            place = before + places[r]
            for k in literal_unroll(EACH_OF_QUAD):
                if kept[r] & uint32(1 << k) != 0:
                    store(place, 4 * r + k)
                    place += uint32(1)


# How many are kept before the tile, in all threads; `all` are in it.
@device
def before_block(all, states, count):
    found = shared.array(1, uint64)
    if threadIdx.x < 32:
        before = before_tile(states, uint64(all), added, uint64(0), put_count, get_count)
        if laneid == 0:
            found[0] = before
            if blockIdx.x == gridDim.x - 1:
                count[0] = int64(before + uint64(all))
    syncthreads()
    return found[0]


# `take` is take_tile() for the kernel's test. put(place, value) stores what is kept; where `by_place`, its second argument is the place
# in the array instead.
@device
def select_tile(x, take, by_place, put, states, count):
    values = local.array(4 * ROWS, x.dtype)
    kept = local.array(ROWS, uint32)
    places = local.array(ROWS, uint32)
    take(values, kept)
    before, all = add_warps(count_kept(x, kept, places))
    exchange = shared.array(0, uint16 if by_place else x.dtype)

    def store(place, k):
        if by_place:
            exchange[place] = uint16(place_of_quad(x, k // 4) + uint32(k % 4))
        else:
            exchange[place] = values[k]

    for_kept(x, kept, places, before, store)
    base = before_block(all, states, count)
    for at in range(uint32(threadIdx.x), all, uint32(THREADS)):
        put(base + uint64(at), begin_of_tile(x) + uint64(exchange[at]) if by_place else exchange[at])


@device
def bits_of_four(a, b, c, d):
    return uint32(a) | uint32(b) << uint32(1) | uint32(c) << uint32(2) | uint32(d) << uint32(3)


@kernel([f"void({value}[::1], uint8[::1], {value}[::1], int64[::1], uint64[::1])" for value in MOVED], launch_bounds=(THREADS, 4))
def select_flagged(x, flags, out, count, states):
    def mark_quad(i, a, b, c, d):
        e, f, g, h = load_quad(flags, i >> uint64(2))
        return bits_of_four(e != 0, f != 0, g != 0, h != 0)

    def take(values, kept):
        take_tile(x, has_quads(x) and has_quads(flags), mark_quad, lambda i, a: flags[i] != 0, values, kept)

    def put(place, value):
        out[place] = value

    select_tile(x, take, False, put, states, count)


# Marks elements whose raw keys are from `low` to `high`, or those that are not.
@device
def take_range(x, order, low, high, inside, values, kept):
    def test(value):
        key = raw_key_of(value, order)
        return (low <= key and key <= high) == inside

    take_tile(x, has_quads(x), lambda i, a, b, c, d: bits_of_four(test(a), test(b), test(c), test(d)), lambda i, a: test(a), values,
              kept)


@kernel([f"void({x}[::1], {x}[::1], int64[::1], uint64[::1], UniTuple({x}, 6), {x}, {x}, boolean)" for x in BITS],
        launch_bounds=(THREADS, 4))
def select_range(x, out, count, states, order, low, high, inside):
    def put(place, value):
        out[place] = value

    select_tile(x, lambda values, kept: take_range(x, order, low, high, inside, values, kept), False, put, states, count)


# The same elements' places.
@kernel([f"void({x}[::1], int64[::1], int64[::1], uint64[::1], UniTuple({x}, 6), {x}, {x}, boolean)" for x in BITS],
        launch_bounds=(THREADS, 4))
def select_places(x, out, count, states, order, low, high, inside):
    def put(place, i):
        out[place] = int64(i)

    select_tile(x, lambda values, kept: take_range(x, order, low, high, inside, values, kept), True, put, states, count)


# Marks elements whose key is not that of the element before.
@device
def take_changes(x, order, values, kept):
    def differ(a, b):
        return key_of(a, order) != key_of(b, order)

    def mark(i, a):
        return i == 0 or differ(x[i - uint64(1)], a)

    def mark_quad(i, a, b, c, d):
        before = shfl_up_sync(ALL_LANES, d, 1)
        if laneid == 0 and i > 0:
            before = x[i - uint64(1)]
        return bits_of_four(i == 0 or differ(before, a), differ(a, b), differ(b, c), differ(c, d))

    take_tile(x, has_quads(x), mark_quad, mark, values, kept)


# The first of neighbours whose keys are equal.
@kernel([f"void({x}[::1], {x}[::1], int64[::1], uint64[::1], UniTuple({x}, 6))" for x in BITS], launch_bounds=(THREADS, 4))
def select_changes(x, out, count, states, order):
    def put(place, value):
        out[place] = value

    select_tile(x, lambda values, kept: take_changes(x, order, values, kept), False, put, states, count)


# The same, and how many such neighbours there are. Who finds the begin of a run writes the length of the one before. `states` are two
# for each tile: first those of counts, then those of where the last run begins, from 1.
@kernel([f"void({x}[::1], {x}[::1], int64[::1], int64[::1], uint64[::1], UniTuple({x}, 6))" for x in BITS],
        launch_bounds=(THREADS, 4))
def encode_runs(x, out, lengths, count, states, order):
    values = local.array(4 * ROWS, x.dtype)
    kept = local.array(ROWS, uint32)
    places = local.array(ROWS, uint32)
    take_changes(x, order, values, kept)
    lasts = shared.array(WARPS, uint32)
    last = warp_maximum(last_kept(x, kept))
    if laneid == 0:
        lasts[threadIdx.x // 32] = last
    before, all = add_warps(count_kept(x, kept, places))
    firsts = shared.dynamic(4 * THREADS * rows_of(x), x.dtype)
    begins = shared.dynamic(4 * THREADS * rows_of(x), uint16, firsts)

    def store(place, k):
        firsts[place] = values[k]
        begins[place] = uint16(place_of_quad(x, k // 4) + uint32(k % 4))

    for_kept(x, kept, places, before, store)
    for w in literal_unroll(EACH_WARP):
        last = max(last, lasts[w])
    begin = begin_of_tile(x)
    own_last = begin + uint64(last) if last > 0 else uint64(0)
    last_before = shared.array(1, uint64)
    if threadIdx.x // 32 == 1:
        found = before_tile(states[gridDim.x:], own_last, larger, uint64(0), put_count, get_count)
        if laneid == 0:
            last_before[0] = found
    base = before_block(all, states, count)
    for at in range(uint32(threadIdx.x), all, uint32(THREADS)):
        out[base + uint64(at)] = firsts[at]
        if at > 0:
            lengths[base + uint64(at) - uint64(1)] = int64(begins[at] - begins[at - uint32(1)])
        elif base > 0:
            lengths[base - uint64(1)] = int64(begin + uint64(begins[0]) + uint64(1) - last_before[0])
    if threadIdx.x == 0 and blockIdx.x == gridDim.x - 1:
        lengths[base + uint64(all) - uint64(1)] = x.size + 1 - int64(max(own_last, last_before[0]))


# The last place in the tile that the calling thread keeps, from 1; 0 where there is none.
@device
def last_kept(x, kept):
    last = uint32(0)
    for r in literal_unroll(EACH_ROW):
        if r < rows_of(x) and kept[r] != 0:
            last = place_of_quad(x, r) + uint32(32 - clz(kept[r]))
    return last
