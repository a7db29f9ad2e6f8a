import math

from numba import cuda, float32, uint64


@cuda.jit(device=True)
def rotate(x, k):
    return (x << uint64(k)) | (x >> uint64(64 - k))


@cuda.jit(device=True)
def advance(s0, s1):
    s1 ^= s0
    return rotate(s0, 24) ^ s1 ^ (s1 << uint64(16)), rotate(s1, 37)


@cuda.jit(device=True)
def unit(s0, s1):
    return float32((s0 + s1) >> uint64(40)) * float32(1 / 16777216)


@cuda.jit
def photon_walk(seeds, depths, weights, extinction, albedo, steps):
    i = cuda.grid(1)
    if i < depths.size:
        s0 = seeds[i, 0]
        s1 = seeds[i, 1]
        depth = float32(0)
        cosine = float32(1)
        weight = float32(1)
        for _ in range(steps):
            a = unit(s0, s1)
            s0, s1 = advance(s0, s1)
            depth += cosine * (-math.log(float32(1) - a) / extinction)
            if depth < 0:
                break
            weight *= albedo
            b = unit(s0, s1)
            s0, s1 = advance(s0, s1)
            cosine = float32(2) * b - float32(1)
        depths[i] = depth
        weights[i] = weight
