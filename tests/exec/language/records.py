"""Records: fields of values and arrays, nested records, array fields, packed and aligned, shared and local."""
import numpy as np
from numba import cuda, float32, float64, from_dtype, int32, types

inner = np.dtype([("u", np.int16), ("v", np.float64)], align=True)
particle = np.dtype([("x", "f4"), ("y", np.int32, (3,)), ("p", inner), ("m", "2f8")], align=True)
packed = np.dtype([("a", "i1"), ("b", np.float32), ("c", "u8"), ("z", np.complex64), ("flag", "?")])
placed = np.dtype({"names": ["lo", "hi"], "formats": [np.float32, "i8"], "offsets": [4, 16], "itemsize": 32})
grid_cell = np.dtype([("w", "f4", (2, 3)), ("parts", inner, (2,)), ("n", "u1")], align=True)
pixel_fields = [("r", "u1"), ("g", "u1"), ("b", "u1")]
pixel = np.dtype(pixel_fields)
body = np.dtype([("x", "f4"), ("y", "f4"), ("z", "f4"), ("w", "f4")])
packed_type = from_dtype(packed)
particle_type = from_dtype(particle)
FIELD = "hi"


@cuda.jit(device=True)
def total(rec):
    s = rec.x + rec.p.v
    for i in range(3):
        s += rec.y[i]
    rec.p.u += 1
    return s


@cuda.jit(device=True)
def heavier(left, right):
    if left.m[0] > right.m[0]:
        return left
    return right


@cuda.jit(device=True)
def column_sum(column):
    s = 0.0
    for i in range(column.shape[0]):
        s += column[i]
    return s


@cuda.jit
def fields(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = total(a[i])
        a[i].x = 3
        a[i]["x"] += 2.5
        a.x[i] *= 2
        a["p"]["u"][i] += 7
        a[i].m[1] = a.m[i, 0] + 1
        a[i]["y"][0] = i
        a[i].y[-1] -= 100


@cuda.jit
def packed_fields(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        r = a[i]
        out[i] = r.a + r.b + r["c"] + r.z.real
        r.a = -i
        r.b += r.c
        r.c <<= 1
        r.z = r.z * 2 + 1j
        r.flag = not r.flag


@cuda.jit
def copies(a, b):
    i = cuda.grid(1)
    if i < a.size:
        b[a.size - 1 - i] = a[i]
        first = a[i]
        a[i].a = 5
        b[a.size - 1 - i].flag = first.a == 5


@cuda.jit
def shared_records(a):
    block = cuda.shared.array(32, packed_type)
    mine = cuda.local.array(shape=2, dtype=particle)
    t = cuda.threadIdx.x
    block[t] = a[t]
    mine[0].x = t
    mine[1] = mine[0]
    mine[1].x += 0.5
    cuda.syncthreads()
    a[t] = block[cuda.blockDim.x - 1 - t]
    a[t].b = mine[0].x + mine[1].x


@cuda.jit
def offsets(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i].lo + a[i][FIELD]
        a[i][FIELD] = i
        a[i].lo = -a[i].lo


@cuda.jit
def views(a, out):
    if cuda.grid(1) == 0:
        out[0] = column_sum(a.x)
        out[1] = column_sum(a["p"]["v"])
        out[2] = column_sum(a[1:].m[:, 1])
        out[3] = column_sum(a[::2]["y"][:, 2])
        out[4] = a.itemsize + 1000 * a.m.shape[1]
        a.x[:] = 1.5
        a.p.v[1:3] = 8, 9
        a.y[0] = a.y[1]


@cuda.jit
def array_fields(a, out):
    i = cuda.grid(1)
    if i < a.size:
        s = 0.0
        for r in range(2):
            for c in range(3):
                s += a[i].w[r, c] * (1 + c)
        for part in a[i].parts:
            s += part.v
            part.u = i
        out[i] = s + a[i].w.shape[1] + len(a[i].parts)
        a[i].w[1] = a[i].w[0]
        a[i].n += 250


@cuda.jit
def chosen(a, out):
    i = cuda.grid(1)
    if i + 1 < a.size:
        best = heavier(a[i], a[i + 1])
        rec = a[0]
        if i % 2 == 1:
            rec = best
        out[i] = best.x * 10 + rec.x


@cuda.jit
def image(pixels, gray):
    y, x = cuda.grid(2)
    if y < pixels.shape[0] and x < pixels.shape[1]:
        p = pixels[y, x]
        gray[y, x] = (int(p.r) * 77 + int(p.g) * 150 + int(p.b) * 29) >> 8
        pixels[y, x].r = 255 - p.g


@cuda.jit
def one_record(rec, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = rec.x + rec.p.v
        rec.y[1] = 77
        rec.m[0] = rec.m[1] * 2


@cuda.jit
def atomics(a, keys):
    i = cuda.grid(1)
    if i < keys.size:
        cuda.atomic.add(a["x"], keys[i], 1.0)
        cuda.atomic.add(a.y, (keys[i], 1), 2)
        cuda.atomic.max(a.m, (keys[i], 0), float64(i))


@cuda.jit
def filled(a, b):
    i = cuda.grid(1)
    if i == 0:
        a[:] = b[2]
        a[1:3] = b[0:2]


@cuda.jit
def loop_over(a, out):
    if cuda.grid(1) == 0:
        s = 0.0
        for rec in a:
            s += rec.x
            rec.x = s
        out[0] = s


# What stands in the record of a thread when it is read by another name.
@cuda.jit
def stored_and_read(a, places):
    i = cuda.grid(1)
    if i < a.size:
        a[i].x = 1.0 + i
        a[i].y = a[places[i]].x * 2
        a[i].z = 3
        a[i].w = a[places[i]].y + a[places[i]].z


# The same in memory of the thread's own.
@cuda.jit
def stored_and_chosen(out, some):
    i = cuda.grid(1)
    local = cuda.local.array(8, np.int32)
    for k in range(8):
        local[k] = k * 3 - 5
    y = local[(0 if cuda.threadIdx.x < some else i) & 7]
    local[1] = some
    for j in range(i, 200, cuda.gridsize(1)):
        out[j, 0] = local[7]
    if i < out.shape[0]:
        out[i, 1] = y + local[1]
