import math

from numba import cuda, float32


@cuda.jit
def quantise_rows(data, out, scales):
    lane = cuda.threadIdx.x % 32
    row = cuda.grid(1) // 32
    if row < data.shape[0]:
        high = float32(0)
        for c in range(lane, data.shape[1], 32):
            high = max(high, abs(data[row, c]))
        offset = 16
        while offset > 0:
            high = max(high, cuda.shfl_xor_sync(0xFFFFFFFF, high, offset))
            offset //= 2
        scale = high / float32(127)
        if lane == 0:
            scales[row] = scale
        for c in range(lane, data.shape[1], 32):
            out[row, c] = int(math.floor(data[row, c] / scale + float32(0.5))) + 128
