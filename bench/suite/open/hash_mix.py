from numba import cuda, int64


@cuda.jit
def hash_mix(keys, out):
    i = cuda.grid(1)
    if i < keys.size:
        h = int64(keys[i])
        for _ in range(8):
            h ^= h >> 16
            h = (h * 0x85EBCA6B) & 0xFFFFFFFF
            h ^= h >> 13
            h = (h * 0xC2B2AE35) & 0xFFFFFFFF
            h ^= h >> 16
        out[i] = h
