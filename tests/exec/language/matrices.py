"""Products of matrices by a warp, the loads of their parts, and copies to shared memory beside the thread."""
from kernelc import *


@device
def pair(x, y):
    return uint32(x.view(uint16)) | uint32(y.view(uint16)) << uint32(16)


@device
def quad(a, i, j):
    word = uint32(0)
    for k in range(4):
        word |= uint32(a[i, j + k].view(uint8)) << uint32(8 * k)
    return word


# A warp for each of the matrices: a[w] is 16 by 16, b[w] 16 by 8, and c[w] and d[w] are 16 by 8. The places of elements are written
# out as the PTX ISA has them.
@device
def halves(a, b, c, d, is_bf16):
    w = threadIdx.x // 32
    g = laneid // 4
    t = laneid % 4
    left = uint32x4(pair(a[w, g, 2 * t], a[w, g, 2 * t + 1]), pair(a[w, g + 8, 2 * t], a[w, g + 8, 2 * t + 1]),
                    pair(a[w, g, 2 * t + 8], a[w, g, 2 * t + 9]), pair(a[w, g + 8, 2 * t + 8], a[w, g + 8, 2 * t + 9]))
    right = uint32x2(pair(b[w, 2 * t, g], b[w, 2 * t + 1, g]), pair(b[w, 2 * t + 8, g], b[w, 2 * t + 9, g]))
    sums = float32x4(c[w, g, 2 * t], c[w, g, 2 * t + 1], c[w, g + 8, 2 * t], c[w, g + 8, 2 * t + 1])
    if is_bf16:
        sums = mma_m16n8k16_bf16(left, right, sums)
    else:
        sums = mma_m16n8k16_f16(left, right, sums)
    d[w, g, 2 * t] = sums.x
    d[w, g, 2 * t + 1] = sums.y
    d[w, g + 8, 2 * t] = sums.z
    d[w, g + 8, 2 * t + 1] = sums.w


@kernel
def float16_product(a, b, c, d):
    halves(a, b, c, d, False)


@kernel
def bfloat16_product(a, b, c, d):
    halves(a, b, c, d, True)


@kernel
def tfloat32_product(a, b, c, d):
    g = laneid // 4
    t = laneid % 4
    left = uint32x4(a[g, t].view(uint32), a[g + 8, t].view(uint32), a[g, t + 4].view(uint32), a[g + 8, t + 4].view(uint32))
    right = uint32x2(b[t, g].view(uint32), b[t + 4, g].view(uint32))
    sums = mma_m16n8k8_tf32(left, right, float32x4(c[g, 2 * t], c[g, 2 * t + 1], c[g + 8, 2 * t], c[g + 8, 2 * t + 1]))
    d[g, 2 * t] = sums.x
    d[g, 2 * t + 1] = sums.y
    d[g + 8, 2 * t] = sums.z
    d[g + 8, 2 * t + 1] = sums.w


# b is transposed: 8 by 32.
@device
def bytes_product(a, b, c, d, is_signed):
    g = laneid // 4
    t = laneid % 4
    left = uint32x4(quad(a, g, 4 * t), quad(a, g + 8, 4 * t), quad(a, g, 4 * t + 16), quad(a, g + 8, 4 * t + 16))
    right = uint32x2(quad(b, g, 4 * t), quad(b, g, 4 * t + 16))
    sums = int32x4(c[g, 2 * t], c[g, 2 * t + 1], c[g + 8, 2 * t], c[g + 8, 2 * t + 1])
    if is_signed:
        sums = mma_m16n8k32_s8(left, right, sums)
    else:
        sums = mma_m16n8k32_u8(left, right, sums)
    d[g, 2 * t] = sums.x
    d[g, 2 * t + 1] = sums.y
    d[g + 8, 2 * t] = sums.z
    d[g + 8, 2 * t + 1] = sums.w


@kernel
def int8_product(a, b, c, d):
    bytes_product(a, b, c, d, True)


@kernel
def uint8_product(a, b, c, d):
    bytes_product(a, b, c, d, False)


# a is 8 by 4, b 4 by 8.
@kernel
def float64_product(a, b, c, d):
    g = laneid // 4
    t = laneid % 4
    sums = mma_m8n8k4_f64(a[g, t], b[t, g], float64x2(c[g, 2 * t], c[g, 2 * t + 1]))
    d[g, 2 * t] = sums.x
    d[g, 2 * t + 1] = sums.y


# a is 16 by 8, b 8 by 8.
@kernel
def float64_wide_product(a, b, c, d):
    g = laneid // 4
    t = laneid % 4
    left = float64x4(a[g, t], a[g + 8, t], a[g, t + 4], a[g + 8, t + 4])
    sums = mma_m16n8k8_f64(left, float64x2(b[t, g], b[t + 4, g]),
                           float64x4(c[g, 2 * t], c[g, 2 * t + 1], c[g + 8, 2 * t], c[g + 8, 2 * t + 1]))
    d[g, 2 * t] = sums.x
    d[g, 2 * t + 1] = sums.y
    d[g + 8, 2 * t] = sums.z
    d[g + 8, 2 * t + 1] = sums.w


# What each lane gets of a 32 by 8 tile of 16-bit elements: one, two and four matrices, as they are and transposed.
@kernel
def loads(tile, out):
    rows = shared.array((32, 8), uint16)
    for j in range(8):
        rows[laneid, j] = tile[laneid, j]
    syncwarp()
    one = ldmatrix_x1(rows, (laneid % 8, 0))
    two = ldmatrix_x2(rows, (laneid % 16, 0))
    four = ldmatrix_x4(rows, (laneid, 0))
    turned = ldmatrix_x1_trans(rows, (laneid % 8, 0))
    two_turned = ldmatrix_x2_trans(rows, (laneid % 16, 0))
    four_turned = ldmatrix_x4_trans(rows, (31 - laneid, 0))
    words = (one, two.x, two.y, four.x, four.y, four.z, four.w, turned, two_turned.x, two_turned.y,
             four_turned.x, four_turned.y, four_turned.z, four_turned.w)
    for i in range(14):
        out[laneid, i] = words[i]


# A whole product: 2 by 2 warps, tiles of 32 by 16 and 16 by 16 that come asynchronously, the next one while one is multiplied.
@kernel
def tiled(a, b, c):
    ta = shared.array((2, 32, 24), float16)
    tb = shared.array((2, 16, 24), float16)
    thread = threadIdx.x
    warp = thread // 32
    row = warp // 2 * 16
    column = warp % 2 * 8
    steps = a.shape[1] // 16
    sums = float32x4(0, 0, 0, 0)
    for step in range(steps + 1):
        if step < steps:
            if thread < 64:
                cp_async_16(ta, (step % 2, thread // 2, thread % 2 * 8), a, (thread // 2, step * 16 + thread % 2 * 8))
            else:
                i = thread % 64 // 4
                j = thread % 4 * 4
                cp_async_8(tb, (step % 2, i, j), b, (step * 16 + i, j))
        cp_async_commit()
        if step > 0:
            cp_async_wait(1)
            syncthreads()
            now = (step - 1) % 2
            left = ldmatrix_x4(ta, (now, row + laneid % 16, laneid // 16 * 8))
            right = ldmatrix_x2_trans(tb, (now, laneid % 16, column))
            sums = mma_m16n8k16_f16(left, right, sums)
            syncthreads()
    c[row + laneid // 4, column + laneid % 4 * 2] = sums.x
    c[row + laneid // 4, column + laneid % 4 * 2 + 1] = sums.y
    c[row + laneid // 4 + 8, column + laneid % 4 * 2] = sums.z
    c[row + laneid // 4 + 8, column + laneid % 4 * 2 + 1] = sums.w


# Copies of 4, 8 and 16 bytes of which so many are read; the rest becomes zero.
@kernel
def copies(a, valid, out):
    here = shared.array((64, 12), float32)
    i = threadIdx.x
    for j in range(12):
        here[i, j] = 7
    cp_async_16(here, (i, 0), a, (i, 0), valid[i])
    cp_async_commit()
    cp_async_8(here, (i, 4), a, (i, 4), min(valid[i], 8))
    cp_async_4(here, (i, 6), a, (i, 6))
    cp_async_commit()
    cp_async_wait(1)
    out[i, 0] = here[i, 3]
    cp_async_wait()
    syncthreads()
    for j in range(12):
        out[i, 1 + j] = here[63 - i, j]


@kernel
def copy_to_global(a, b):
    cp_async_4(a, 0, b, 0)


@kernel
def copy_of_other_type(a):
    here = shared.array(8, int32)
    cp_async_4(here, 0, a, 0)
    a[0] = here[0]


@kernel
def computed_wait(a):
    cp_async_wait(a.size)


@kernel
def global_rows(a):
    a[0] = ldmatrix_x1(a, 0)


@kernel
def wrong_fragment(a):
    sums = mma_m16n8k16_f16(uint32x4(0, 0, 0, 0), uint32x4(0, 0, 0, 0), float32x4(0, 0, 0, 0))
    a[0] = sums.x
