"""References for tests/exec/corpus/hashing.py."""
import hashlib
import zlib

from expectations import *

corpus = Corpus("hashing")
rng = seeded(10)
M32, M64 = 0xFFFFFFFF, 2 ** 64 - 1

messages = rng.randint(0, 256, (40, 24)).astype(np.uint8)
lengths = rng.randint(0, 25, 40).astype(np.int32)
hashes = []
for m, n in zip(messages, lengths):
    h = 0xcbf29ce484222325
    for byte in m[:n].tolist():
        h = (h ^ byte) * 0x100000001b3 & M64
    hashes.append(h)
corpus.check("fnv1a", 2, 32, (messages, lengths, np.zeros(40, np.uint64)), {2: np.array(hashes, np.uint64)})


def rol(x, r):
    return (x << r | x >> 32 - r) & M32


words = rng.randint(0, 2 ** 32, (20, 6), np.uint64).astype(np.uint32)
mixed = []
for row in words.tolist():
    h = 42
    for k in row:
        h = (rol(h ^ rol(k * 0xcc9e2d51 & M32, 15) * 0x1b873593 & M32, 13) * 5 + 0xe6546b64) & M32
    h ^= 24
    h = (h ^ h >> 16) * 0x85ebca6b & M32
    h = (h ^ h >> 13) * 0xc2b2ae35 & M32
    mixed.append(h ^ h >> 16)
# A mask that is an int64 makes the 64-bit steps signed, as in the kernel; no step leaves 63 bits.
corpus.check("murmur3", 1, 32, (words, np.uint32(42), np.zeros(20, np.uint32)), {2: mixed})

corpus.check("crc32", 2, 32, (messages, np.zeros(256, np.uint32), np.zeros(40, np.uint32)),
             {2: [zlib.crc32(m.tobytes()) for m in messages],
              1: [zlib.crc32(bytes([i]), M32) ^ M32 ^ 0 for i in range(256)]})
corpus.check("adler32", 2, 32, (messages, np.zeros(40, np.uint32)), {1: [zlib.adler32(m.tobytes()) for m in messages]})


def encipher(v0, v1, key, rounds):
    s = 0
    for _ in range(rounds):
        v0 = (v0 + (((v1 << 4 ^ v1 >> 5) + v1) ^ s + key[s & 3])) & M32
        s = s + 0x9E3779B9 & M32
        v1 = (v1 + (((v0 << 4 ^ v0 >> 5) + v0) ^ s + key[s >> 11 & 3])) & M32
    return v0, v1


key = rng.randint(0, 2 ** 32, 4, np.uint64).astype(np.uint32)
clear = rng.randint(0, 2 ** 32, (30, 2), np.uint64).astype(np.uint32)
secret = np.array([encipher(int(a), int(b), key.tolist(), 32) for a, b in clear], np.uint32)
corpus.check("xtea", 1, 32, (clear, key, 32, False), {0: secret}, variant="encipher")
corpus.check("xtea", 1, 32, (secret, key, 32, True), {0: clear}, variant="decipher")

blocks, digests = np.zeros((10, 64), np.uint8), []
for i in range(10):
    text = messages[i, :lengths[i]].tobytes()
    blocks[i] = list(text + b"\x80" + bytes(55 - len(text)) + (8 * len(text)).to_bytes(8, "big"))
    digests.append(np.frombuffer(hashlib.sha256(text).digest(), ">u4"))
corpus.check("sha256", 1, 32, (blocks, np.zeros((10, 8), np.uint32)), {1: digests})


def chacha_block(key, counter, nonce):
    start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *key, counter, *nonce]
    s = list(start)
    for r in range(20):
        for i in range(4):
            a, b, c, d = (i, 4 + (i + r % 2) % 4, 8 + (i + 2 * (r % 2)) % 4, 12 + (i + 3 * (r % 2)) % 4)
            for p, q, t, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[p] = s[p] + s[q] & M32
                s[t] = rol(s[t] ^ s[p], n)
    return [x + y & M32 for x, y in zip(s, start)]


key = np.array([0x03020100 + 0x04040404 * i for i in range(8)], np.uint32)
nonce = np.array([0x09000000, 0x4a000000, 0], np.uint32)
corpus.check("chacha20", 1, 8, (key, nonce, 1, np.zeros((5, 16), np.uint32)),
             {3: [chacha_block(key.tolist(), 1 + k, nonce.tolist()) for k in range(5)]})


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & M64
    return x ^ x >> 31


prefix = 123456789
found = [n for n in range(512) if mix(prefix ^ n * 0x9E3779B97F4A7C15 & M64) >> 64 - 6 == 0]
corpus.check("mine", 4, 128, (prefix, 6, np.array([1 << 40])), {2: found[:1]})

keys = rng.randint(1, 40, 50).astype(np.int64)
corpus.check("insert_keys", 2, 32, (keys, np.zeros(64, np.int64), np.zeros(50, np.bool_)), {2: np.ones(50)})
del corpus.cases[-1]["expect"]["1"]
corpus.write()
