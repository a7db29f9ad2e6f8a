# What is in front of a tile, found while the tiles before it are still at work: D. Merrill, M. Garland, Single-pass Parallel Prefix Scan
# with Decoupled Look-back (2016). Each tile has words of 64 bits in `states`, which begin as zeros: in the upper half how far it is,
# in the lower one 32 bits of the value that belongs to it, so that both are seen at once and no fence is needed. A value of 64 bits
# takes two words, which are read until both say the same.
#
# Tiles are blocks, in the order in which GPUs start them. Blocks of 256 threads.
from kernelc import *
from groups import ALL_LANES

NOTHING = 0
# The value is that of the tile alone.
TILE_ALONE = 1
# The value is that of the tile and all before it.
WITH_ALL_BEFORE = 2


@device
def word_of(status, low):
    return (uint64(status) << uint64(32)) | uint64(low)


@device
def put32(states, tile, status, value):
    stcg(states, tile, word_of(status, value.view(uint32)))


@device
def put64(states, tile, status, value):
    bits = value.view(uint64)
    stcg(states, 2 * tile, word_of(status, uint32(bits)))
    stcg(states, 2 * tile + 1, word_of(status, uint32(bits >> uint64(32))))


# How far a tile is, and its value.
@device
def get32(states, tile, like):
    word = ldcv(states, tile)
    return int32(word >> uint64(32)), uint32(word).view(type(like))


@device
def get64(states, tile, like):
    low = ldcv(states, 2 * tile)
    high = ldcv(states, 2 * tile + 1)
    status = int32(low >> uint64(32))
    if int32(high >> uint64(32)) != status:
        status = int32(NOTHING)
    bits = (high << uint64(32)) | uint64(uint32(low))
    return status, bits.view(type(like))


# Counts below 2**62 share their word with how far the tile is.
@device
def put_count(states, tile, status, value):
    stcg(states, tile, (uint64(status) << uint64(62)) | value)


@device
def get_count(states, tile, like):
    word = ldcv(states, tile)
    return int32(word >> uint64(62)), word & uint64(0x3FFFFFFFFFFFFFFF)


# Nanoseconds until the first look, about what loads take while memory is busy, and between looks at a tile that has told nothing: looks
# that come too early only keep others from memory. A few tiles start together and are done without that.
PATIENCE = 1000
PAUSE = 200
FEW = 256


# Called by the 32 lanes of one warp with the tile's own value: makes it known, and gives what comes before it.
@device
def before_tile(states, own, combine, start, put, get):
    tile = int64(blockIdx.x)
    if tile == 0:
        if laneid == 0:
            put(states, tile, WITH_ALL_BEFORE, own)
        return start
    if laneid == 0:
        put(states, tile, TILE_ALONE, own)
    before = start
    at = tile - 1 - laneid
    reached = False
    if tile >= FEW:
        nanosleep(uint32(PATIENCE))
    while not reached:
        status = int32(WITH_ALL_BEFORE)
        value = start
        if at >= 0:
            status, value = get(states, at, start)
        while any_sync(ALL_LANES, status == NOTHING):
            nanosleep(uint32(PAUSE))
            if status == NOTHING:
                status, value = get(states, at, start)
        ends = uint32(ballot_sync(ALL_LANES, status == WITH_ALL_BEFORE))
        reached = ends != 0
        # Lanes beyond the nearest tile that has everything add nothing.
        if reached and laneid >= int32(ffs(ends)):
            value = start
        for distance in literal_unroll((1, 2, 4, 8, 16)):
            value = combine(shfl_xor_sync(ALL_LANES, value, distance), value)
        before = combine(value, before)
        at -= 32
    if laneid == 0:
        put(states, tile, WITH_ALL_BEFORE, combine(before, own))
    return before
