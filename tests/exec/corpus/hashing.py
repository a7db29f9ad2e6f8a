"""Checksums, hashes and ciphers: unsigned arithmetic that wraps."""
import numpy as np
from numba import cuda, uint8, uint32, uint64

MASK = 0xffffffff
ROUNDS = np.array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2], dtype=np.uint32)


@cuda.jit
def fnv1a(messages, lengths, out):
    i = cuda.grid(1)
    if i < out.size:
        h = uint64(0xcbf29ce484222325)
        for k in range(lengths[i]):
            h ^= uint64(messages[i, k])
            h *= uint64(0x100000001b3)
        out[i] = h


@cuda.jit(device=True)
def rotl32(x, r):
    return ((x << r) | (x >> (32 - r))) & MASK


@cuda.jit
def murmur3(words, seed, out):
    """Whole 32-bit words; 64-bit arithmetic, cut after each step."""
    i = cuda.grid(1)
    if i >= words.shape[0]:
        return
    h = seed
    for k in words[i]:
        k = (k * 0xcc9e2d51) & MASK
        k = rotl32(k, 15)
        k = (k * 0x1b873593) & MASK
        h = rotl32(h ^ k, 13)
        h = (h * 5 + 0xe6546b64) & MASK
    h ^= words.shape[1] * 4
    h ^= h >> 16
    h = (h * 0x85ebca6b) & MASK
    h ^= h >> 13
    h = (h * 0xc2b2ae35) & MASK
    out[i] = h ^ (h >> 16)


@cuda.jit
def crc32(messages, table, out):
    """The table is made in shared memory by the block."""
    shared_table = cuda.shared.array(256, uint32)
    for i in range(cuda.threadIdx.x, 256, cuda.blockDim.x):
        c = uint32(i)
        for _ in range(8):
            c = uint32((c >> 1) ^ 0xedb88320) if c & 1 else uint32(c >> 1)
        shared_table[i] = c
        if cuda.blockIdx.x == 0:
            table[i] = c
    cuda.syncthreads()
    m = cuda.grid(1)
    if m < messages.shape[0]:
        crc = uint32(0xffffffff)
        for byte in messages[m]:
            crc = uint32(shared_table[(crc ^ byte) & 0xff] ^ (crc >> 8))
        out[m] = ~crc


@cuda.jit
def xtea(blocks, key, rounds, decipher):
    """Two 32-bit halves, in place."""
    i = cuda.grid(1)
    if i < blocks.shape[0]:
        v0 = uint32(blocks[i, 0])
        v1 = uint32(blocks[i, 1])
        delta = uint32(0x9E3779B9)
        total = uint32(delta * rounds) if decipher else uint32(0)
        for _ in range(rounds):
            if decipher:
                v1 = uint32(v1 - ((((v0 << 4) ^ (v0 >> 5)) + v0) ^ (total + key[(total >> 11) & 3])))
                total = uint32(total - delta)
                v0 = uint32(v0 - ((((v1 << 4) ^ (v1 >> 5)) + v1) ^ (total + key[total & 3])))
            else:
                v0 = uint32(v0 + ((((v1 << 4) ^ (v1 >> 5)) + v1) ^ (total + key[total & 3])))
                total = uint32(total + delta)
                v1 = uint32(v1 + ((((v0 << 4) ^ (v0 >> 5)) + v0) ^ (total + key[(total >> 11) & 3])))
        blocks[i] = v0, v1


@cuda.jit(device=True)
def rotr(x, n):
    return uint32((x >> uint32(n)) | (x << uint32(32 - n)))


@cuda.jit
def sha256(padded, digests):
    """One padded block a thread; the schedule in a local array, round constants from the file."""
    i = cuda.grid(1)
    if i >= padded.shape[0]:
        return
    w = cuda.local.array(64, uint32)
    for t in range(16):
        w[t] = (padded[i, 4 * t] << 24) | (padded[i, 4 * t + 1] << 16) | (padded[i, 4 * t + 2] << 8) | padded[i, 4 * t + 3]
    for t in range(16, 64):
        s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> uint32(3))
        s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> uint32(10))
        w[t] = w[t - 16] + s0 + w[t - 7] + s1
    state = (uint32(0x6a09e667), uint32(0xbb67ae85), uint32(0x3c6ef372), uint32(0xa54ff53a),
             uint32(0x510e527f), uint32(0x9b05688c), uint32(0x1f83d9ab), uint32(0x5be0cd19))
    a, b, c, d, e, f, g, h = state
    for t in range(64):
        s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
        t1 = uint32(h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t] + w[t])
        s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
        t2 = uint32(s0 + ((a & b) ^ (a & c) ^ (b & c)))
        h, g, f, e = g, f, e, uint32(d + t1)
        d, c, b, a = c, b, a, uint32(t1 + t2)
    final = (a, b, c, d, e, f, g, h)
    for k in range(8):
        digests[i, k] = uint32(state[k] + final[k])


@cuda.jit(device=True)
def quarter(s, a, b, c, d):
    s[a] += s[b]
    s[d] = rotl32(s[d] ^ s[a], 16)
    s[c] += s[d]
    s[b] = rotl32(s[b] ^ s[c], 12)
    s[a] += s[b]
    s[d] = rotl32(s[d] ^ s[a], 8)
    s[c] += s[d]
    s[b] = rotl32(s[b] ^ s[c], 7)


@cuda.jit
def chacha20(key, nonce, first, out):
    block = cuda.grid(1)
    if block < out.shape[0]:
        start = cuda.local.array(16, uint32)
        s = cuda.local.array(16, uint32)
        start[0], start[1], start[2], start[3] = 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574
        for i in range(8):
            start[4 + i] = key[i]
        start[12] = first + block
        for i in range(3):
            start[13 + i] = nonce[i]
        for i in range(16):
            s[i] = start[i]
        for _ in range(10):
            for i in range(4):
                quarter(s, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        for i in range(16):
            out[block, i] = s[i] + start[i]


@cuda.jit
def adler32(messages, out):
    i = cuda.grid(1)
    if i < messages.shape[0]:
        a, b = 1, 0
        for j in range(messages.shape[1]):
            a = (a + messages[i, j]) % 65521
            b = (b + a) % 65521
        out[i] = b << 16 | a


@cuda.jit
def mine(prefix, target, best):
    """The least nonce whose hash has enough leading zeros."""
    nonce = cuda.grid(1)
    x = uint64(prefix) ^ (uint64(nonce) * uint64(0x9E3779B97F4A7C15))
    x = (x ^ (x >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> uint64(27))) * uint64(0x94D049BB133111EB)
    x ^= x >> uint64(31)
    zeros = 0
    while zeros < 64 and not (x >> uint64(63 - zeros)) & uint64(1):
        zeros += 1
    if zeros >= target:
        cuda.atomic.min(best, 0, nonce)


@cuda.jit
def insert_keys(keys, table, where):
    """Open addressing: a slot belongs to who swaps the empty mark out."""
    i = cuda.grid(1)
    if i < keys.size:
        slot = (keys[i] * 2654435761 & 0xffffffff) % table.size
        while True:
            old = cuda.atomic.cas(table, slot, 0, keys[i])
            if old == 0 or old == keys[i]:
                break
            slot = (slot + 1) % table.size
        where[i] = table[slot] == keys[i]
