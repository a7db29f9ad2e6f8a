# Four neighbouring elements at once, of any type. Places are those of quads: quad q is elements 4 * q to 4 * q + 3.
from kernelc import *
from groups import ALL_LANES


# Whether an array begins where vectors may.
@device
def has_quads(x):
    return x.ctypes.data % 16 == 0


# The elements of whole quads, which alone can be seen as vectors.
@device
def in_quads(x):
    return x[:x.size & -4]


@device
def load_quad(x, q):
    if x.itemsize == 1:
        w = in_quads(x).view(uint8x4)[q]
        return w.x.view(x.dtype), w.y.view(x.dtype), w.z.view(x.dtype), w.w.view(x.dtype)
    elif x.itemsize == 2:
        w = in_quads(x).view(uint16x4)[q]
        return w.x.view(x.dtype), w.y.view(x.dtype), w.z.view(x.dtype), w.w.view(x.dtype)
    elif x.itemsize == 4:
        w = in_quads(x).view(uint32x4)[q]
        return w.x.view(x.dtype), w.y.view(x.dtype), w.z.view(x.dtype), w.w.view(x.dtype)
    elif x.itemsize == 8:
        u = in_quads(x).view(uint64x2)[2 * q]
        v = in_quads(x).view(uint64x2)[2 * q + 1]
        return u.x.view(x.dtype), u.y.view(x.dtype), v.x.view(x.dtype), v.y.view(x.dtype)
    else:
        return x[4 * q], x[4 * q + 1], x[4 * q + 2], x[4 * q + 3]


@device
def store_quad(out, q, a, b, c, d):
    if out.itemsize == 1:
        in_quads(out).view(uint8x4)[q] = uint8x4(a.view(uint8), b.view(uint8), c.view(uint8), d.view(uint8))
    elif out.itemsize == 2:
        in_quads(out).view(uint16x4)[q] = uint16x4(a.view(uint16), b.view(uint16), c.view(uint16), d.view(uint16))
    elif out.itemsize == 4:
        in_quads(out).view(uint32x4)[q] = uint32x4(a.view(uint32), b.view(uint32), c.view(uint32), d.view(uint32))
    else:
        in_quads(out).view(uint64x2)[2 * q] = uint64x2(a.view(uint64), b.view(uint64))
        in_quads(out).view(uint64x2)[2 * q + 1] = uint64x2(c.view(uint64), d.view(uint64))


# The same by all lanes of a warp, whose quads follow each other: two lanes exchange halves, so that they store 32 bytes at once.
@device
def store_quads(out, q, a, b, c, d):
    if out.itemsize == 8:
        odd = laneid % 2 == 1
        e = shfl_xor_sync(ALL_LANES, a if odd else c, 1)
        f = shfl_xor_sync(ALL_LANES, b if odd else d, 1)
        pairs = in_quads(out).view(uint64x2)
        first = 2 * (q & ~uint64(1)) + uint64(laneid % 2)
        low = uint64x2((e if odd else a).view(uint64), (f if odd else b).view(uint64))
        high = uint64x2((c if odd else e).view(uint64), (d if odd else f).view(uint64))
        pairs[first] = low
        pairs[first + uint64(2)] = high
    else:
        store_quad(out, q, a, b, c, d)
