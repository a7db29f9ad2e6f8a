# What products of 16-bit floats do with the sums of a tile of C, which is float32 where `wide` and T elsewhere. Code that is written out
# for each of a thread's sums is short here: the instructions of a multiprocessor come from a small cache.
from kernelc import *

T = bfloat16


# Two neighbours at an even place of C, which takes nothing but them.
@device(forceinline=True)
def put_pair(c, pair, x, y, wide):
    if wide:
        c.view(float32x2)[pair] = float32x2(x, y)
    else:
        c.view(uint32)[pair] = uint32(T(x).view(uint16)) | uint32(T(y).view(uint16)) << uint32(16)


# Any tile: `sums`, in shared memory, has `columns` for each of `count` elements, the first of which is at `base` in C. Places from (rows_left,
# columns_left) on are outside of C.
@device(forceinline=True)
def put_tile(c, sums, count, columns, base, pitch, rows_left, columns_left, alpha, beta, wide):
    for i in range(threadIdx.x, count, blockDim.x):
        row = i // columns
        column = i % columns
        if row < rows_left and column < columns_left:
            at = base + row * pitch + column
            x = alpha * sums[i]
            if wide != 0:
                numbers = c.view(float32)
                if beta != 0:
                    x += beta * numbers[at]
                numbers[at] = x
            else:
                halves = c.view(T)
                if beta != 0:
                    x += beta * float32(halves[at])
                halves[at] = T(x)
