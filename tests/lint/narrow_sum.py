# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: uint8[::1], b: int16[::1], out: int64[::1], n: int32):
    total = uint8(0)
    for x in a:
        # CHECK-ERR: narrow_sum.py:[[@LINE+4]]:9: warning: `total` is uint8, and a loop of any length adds to it [NarrowSum]
        # CHECK-ERR:         total += x
        # CHECK-ERR:         ^~~~~~~~~~
        # CHECK-ERR: help: what is above 255 is lost: begin with a wider number, `total = int64(0)`; where the lower bits are meant, say so with `& 255`
        total += x
    count = int16(0)
    for i in range(n):
        if b[i] > 0:
            # CHECK-ERR: narrow_sum.py:[[@LINE+4]]:13: warning: `count` is int16, and a loop of any length adds to it [NarrowSum]
            # CHECK-ERR:             count += 1
            # CHECK-ERR:             ^~~~~~~~~~
            # CHECK-ERR: help: what is above 32767 is lost: begin with a wider number, `count = int64(0)`; where the lower bits are meant, say so with `& 32767`
            count += 1
    out[0] = total
    out[1] = count

# Wide sums, short loops, sums whose bits or size are watched.
@kernel
def right(a: uint8[::1], out: int64[::1], n: int32, m: uint8):
    total = int64(0)
    for x in a:
        total += x
    short = uint8(0)
    for i in range(8):
        short += a[i]
    for i in range(m):
        short += 1
    checksum = uint8(0)
    for x in a:
        checksum = (checksum + x) & 255
    clamped = uint8(0)
    for x in a:
        if clamped < 200:
            clamped += 1
    reset = uint8(0)
    for x in a:
        reset += x
        reset = 0
    silent = uint8(0)
    for x in a:
        silent += x  # kernelc: ignore[NarrowSum]
    out[0] = total + short + checksum + clamped + reset + silent

# Something bounds the number of rounds.
@kernel
def bounded(a: uint8[::1], out: uint8[::1], n: int32, wide: bool_):
    i = grid(1)
    s = uint8(0)
    for j in range(i - 2, i + 3):
        s += a[j]
    for j in range(min(n, 200)):
        s += a[j]
    for j in range(i, min(i + 4, n)):
        s += a[j]
    for j in range(64 if wide else 32):
        s += a[j]
    for j in range(blockDim.x):
        s += a[j]
    if i < out.size:
        out[i] = s
