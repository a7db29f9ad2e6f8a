"""Writes what the kernels of philox.py in tests/exec/language must compute: tests/exec/data/philox.json. The model is the
definition (Salmon, Moraes, Dror, Shaw, 2011) in Python's integers, checked with the known answers of Random123.
"""
import math

from expectations import Topic, as_array, zeros
import numpy as np

TOPIC = Topic("philox")
MASK = 2**32 - 1


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        even, odd = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
        c = [(odd >> 32) ^ c[1] ^ k[0], odd & MASK, (even >> 32) ^ c[3] ^ k[1], even & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


KNOWN = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([MASK] * 4, [MASK] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    ([0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0],
     [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]),
]
for counter, key, answer in KNOWN:
    assert philox(counter, key) == answer


def bits(seed, index, draw):
    return philox([draw & MASK, draw >> 32, index & MASK, index >> 32], [seed & MASK, seed >> 32])


def joined(low, high):
    return low | high << 32


def below(word, span):
    product = word * span
    return product >> 64, product % 2**64 >= 2**64 % span


def integer(seed, index, low, high, draw):
    if high <= low:
        return low
    w = bits(seed, index, draw)
    while True:
        for word in (joined(w[0], w[1]), joined(w[2], w[3])):
            number, taken = below(word, high - low)
            if taken:
                return low + number
        w = philox(w, [seed & MASK, seed >> 32])


def single(seed, i):
    u = np.float32((bits(seed, i, 1)[0] >> 8) * 2.0**-24)
    w = bits(seed, i, 2)
    normal = math.sqrt(-2 * math.log(w[0] * 2.0**-32 + 2.0**-33)) * math.cos(2 * math.pi * (w[1] >> 8) * 2.0**-24)
    return u, normal, -math.log(bits(seed, i, 3)[0] * 2.0**-32 + 2.0**-33)


def double(seed, i):
    w = bits(seed, i, 1)
    u = (joined(w[0], w[1]) >> 11) * 2.0**-53
    w = bits(seed, i, 2)
    radius = math.sqrt(-2 * math.log(((joined(w[0], w[1]) >> 11) + 1) * 2.0**-53))
    normal = radius * math.cos(2 * math.pi * ((joined(w[2], w[3]) >> 11) * 2.0**-53))
    w = bits(seed, i, 3)
    return u, normal, -math.log(((joined(w[0], w[1]) >> 11) + 1) * 2.0**-53)


def main():
    counters = np.array([k[0] for k in KNOWN], np.uint32)
    keys = np.array([k[1] for k in KNOWN], np.uint32)
    answers = np.array([k[2] for k in KNOWN], np.uint32)
    TOPIC.expect("philox.py", "blocks", 1, 32, (as_array(counters), as_array(keys), zeros(np.uint32, 3, 4)), {2: answers})

    n, seed = 100, 2**53 + 12345
    words = np.array([bits(seed, i, 0) + bits(seed, i, 2**40 + 5) for i in range(n)], np.uint32)
    TOPIC.expect("philox.py", "draws", 1, 128, (seed, zeros(np.uint32, n, 8)), {1: words})

    singles = np.array([single(seed, i) for i in range(n)], np.float32)
    doubles = np.array([double(seed, i) for i in range(n)], np.float64)
    TOPIC.expect("philox.py", "numbers", 1, 128, (seed, zeros(np.float32, n, 3), zeros(np.float64, n, 3)),
                 {1: singles, 2: doubles}, tolerance=1e-5)

    for low, high, variant in [(-3, 4, "few"), (-2**62 - 1, 2**62, "half"), (5, 5, "none"), (-2**63, 2**63 - 1, "all")]:
        out = np.array([integer(seed, i, low, high, 7) for i in range(n)], np.int64)
        TOPIC.expect("philox.py", "integers", 1, 128, (seed, low, high, zeros(np.int64, n)), {3: out}, variant=variant)
    TOPIC.write()


main()
