"""Functions of cuda.*: their types, spellings, shapes and element types. Expectations: tests/oracle/exec_cuda_api.py."""

import math

import numba as nb
import numpy as np
from numba import boolean, complex64, cuda, float32, float64, int8, int16, int32, int64, types, uint8, uint32, uint64
from numba.cuda import atomic, cg, gridsize, local, shared, syncthreads, threadIdx
from numba.cuda import float32x4, int32x2

FULL = 0xFFFFFFFF
TPB = 8
WIDE = np.int64(8)
TILE = (4, TPB)
HALF = TPB // 2
ROOT = int(math.sqrt(64))
TYPE = np.dtype("f4")
PAIR = np.dtype([("a", np.int32), ("b", np.float64)], align=True)
TABLE = np.arange(12, dtype=np.float32).reshape(3, 4)
BYTES = np.array([200, 100, 50], dtype=np.uint8)
TURNS = np.array([1, 1j, -1, -1j])
FLAGS = np.array([True, False, True])


@cuda.jit
def types_of_places(out):
    out[0] = type(cuda.threadIdx.x) == np.int32
    out[1] = type(cuda.blockIdx.y) == np.int32
    out[2] = type(cuda.blockDim.z) == np.int32
    out[3] = type(cuda.gridDim.x) == np.int32
    out[4] = type(cuda.laneid) == np.int32
    out[5] = type(cuda.warpsize) == np.int32
    out[6] = type(cuda.grid(1)) == np.int64
    out[7] = type(cuda.grid(2)[1]) == np.int64
    out[8] = type(cuda.gridsize(3)[2]) == np.int64
    out[9] = cuda.warpsize == 32
    out[10] = len(cuda.grid(3)) == 3
    out[11] = type(cuda.blockIdx.x * cuda.blockDim.x) == np.int64


@cuda.jit
def types_of_votes(a, out):
    i = cuda.grid(1)
    out[i, 0] = type(cuda.activemask()) == np.uint32
    out[i, 1] = type(cuda.lanemask_lt()) == np.uint32
    out[i, 2] = type(cuda.ballot_sync(FULL, True)) == np.int32
    out[i, 3] = type(cuda.all_sync(FULL, 1)) == np.bool_
    out[i, 4] = type(cuda.any_sync(FULL, a[i])) == np.bool_
    out[i, 5] = type(cuda.eq_sync(FULL, a[i] > 0)) == np.bool_
    out[i, 6] = type(cuda.match_any_sync(FULL, a[i])) == np.int32
    mask, same = cuda.match_all_sync(FULL, a[i])
    out[i, 7] = type(mask) == np.int32
    out[i, 8] = type(same) == np.bool_
    out[i, 9] = type(cuda.syncthreads_count(a[i])) == np.int32
    out[i, 10] = type(cuda.syncthreads_and(a[i])) == np.int32
    out[i, 11] = type(cuda.syncthreads_or(a[i])) == np.int32
    out[i, 12] = cuda.ballot_sync(FULL, True) == -1
    out[i, 13] = cuda.ballot_sync(FULL, True) < 0


@cuda.jit
def types_of_shuffles(a, b, c, d, out):
    i = cuda.grid(1)
    out[i, 0] = type(cuda.shfl_sync(FULL, a[i], 0)) == np.int32
    out[i, 1] = type(cuda.shfl_up_sync(-1, b[i], 1)) == np.int64
    out[i, 2] = type(cuda.shfl_down_sync(FULL, c[i], 1)) == np.float32
    out[i, 3] = type(cuda.shfl_xor_sync(FULL, d[i], 1)) == np.float64
    out[i, 4] = type(cuda.shfl_sync(FULL, uint32(7), 0)) == np.uint32
    out[i, 5] = type(cuda.shfl_sync(FULL, int16(7), 0)) == np.int16
    # The number of a lane counts within the warp.
    out[i, 6] = cuda.shfl_sync(FULL, a[i], 35) == a[i // 32 * 32 + 3]
    out[i, 7] = cuda.shfl_sync(FULL, a[i], -1) == a[i // 32 * 32 + 31]
    out[i, 8] = cuda.shfl_xor_sync(FULL, a[i], cuda.warpsize // 2) == a[i ^ 16]
    out[i, 9] = cuda.shfl_up_sync(FULL, a[i], 0) == a[i]


@cuda.jit
def types_of_bits(a, b, c, d, e, out):
    out[0] = type(cuda.popc(a[0])) == np.int32
    out[1] = type(cuda.popc(b[0])) == np.uint8
    out[2] = type(cuda.clz(c[0])) == np.int64
    out[3] = type(cuda.clz(d[0])) == np.uint64
    out[4] = type(cuda.ffs(a[0])) == np.uint32
    out[5] = type(cuda.ffs(d[0])) == np.uint32
    out[6] = type(cuda.brev(a[0])) == np.uint32
    out[7] = type(cuda.brev(d[0])) == np.uint64
    out[8] = type(cuda.clz(e[0])) == np.int16
    out[9] = type(cuda.popc(255)) == np.int64


@cuda.jit
def selp_and_fma(a, f, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.selp(a[i] > 2, a[i], np.int32(-1))
        out[i, 1] = cuda.selp(a[i], f[i], f[0])
        out[i, 2] = cuda.selp(i == 3, 5, 6)
        out[i, 3] = cuda.fma(f[i], f[i], f[1])
        out[i, 4] = cuda.fma(float64(f[i]), 0.5, 1.5)
        out[i, 5] = type(cuda.fma(f[i], f[i], f[i])) == np.float32
        out[i, 6] = type(cuda.fma(1.0, f[i], 2.0)) == np.float64
        out[i, 7] = type(cuda.selp(True, a[i], a[i])) == np.int32
        out[i, 8] = type(cuda.cbrt(f[i])) == np.float32


@cuda.jit
def fma_is_exact(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = cuda.fma(a[i], b[i], c[i])


@cuda.jit
def fences(a, out):
    i = cuda.grid(1)
    a[i] += 1
    cuda.threadfence_block()
    cuda.threadfence()
    cuda.threadfence_system()
    cuda.nanosleep(uint32(10))
    cuda.syncwarp()
    cuda.syncwarp(FULL)
    cuda.syncwarp(mask=-1)
    out[i] = a[i]


@cuda.jit
def warp_without_barriers(a, out):
    s = cuda.shared.array(32, dtype=float32)
    t = cuda.laneid
    s[t] = a[t]
    cuda.syncwarp()
    step = 16
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncwarp()
        step //= 2
    out[t] = s[0]


@cuda.jit
def imported_names(out):
    s = shared.array(TPB, float32)
    m = local.array(2, float32)
    t = threadIdx.x
    s[t] = t
    m[1] = gridsize(1)
    syncthreads()
    atomic.add(out, TPB - 1 - t, s[t] + m[1])
    cg.this_grid().sync()


@cuda.jit
def shapes(out):
    n = 3
    a = cuda.shared.array(8, float32)
    b = cuda.shared.array((2, 3, 4), float32)
    c = cuda.shared.array(TPB, float32)
    d = cuda.shared.array(WIDE, float32)
    e = cuda.shared.array(TILE, float32)
    f = cuda.shared.array((TPB + 2, TPB * 2), float32)
    g = cuda.shared.array(16 * 4 * 2, float32)
    h = cuda.local.array(n, float32)
    i = cuda.local.array((n, HALF), float32)
    j = cuda.local.array(ROOT, float32)
    k = cuda.local.array((len(TILE), TILE[1] - 1), float32)
    l = cuda.shared.array((2, -(-TPB // 2) + 1), float32)
    m = cuda.local.array(TABLE.shape, float32)
    o = cuda.local.array(int(TPB / 2), float32)
    p = cuda.local.array(2**3 + n, float32)
    q = cuda.local.array((TPB,), float32)
    out[0] = a.size
    out[1] = b.size + b.ndim
    out[2] = c.size
    out[3] = d.size
    out[4] = e.shape[0] * 100 + e.shape[1]
    out[5] = f.shape[0] * 100 + f.shape[1]
    out[6] = g.size
    out[7] = h.size
    out[8] = i.shape[0] * 100 + i.shape[1]
    out[9] = j.size
    out[10] = k.shape[0] * 100 + k.shape[1]
    out[11] = l.shape[0] * 100 + l.shape[1]
    out[12] = m.shape[0] * 100 + m.shape[1]
    out[13] = o.size
    out[14] = p.size
    out[15] = len(q)


@cuda.jit
def element_types(x, out):
    t = cuda.threadIdx.x
    a = cuda.shared.array(TPB, nb.float32)
    b = cuda.shared.array(TPB, np.float64)
    c = cuda.shared.array(TPB, "int32")
    d = cuda.shared.array(TPB, TYPE)
    e = cuda.shared.array(TPB, x.dtype)
    f = cuda.shared.array(TPB, np.dtype("u1"))
    g = cuda.shared.array(TPB, boolean)
    h = cuda.local.array(1, np.bool_)
    i = cuda.local.array(1, PAIR)
    j = cuda.shared.array(TPB, np.complex64)
    k = cuda.local.array(1, complex64)
    l = cuda.local.array(2, int8)
    m = cuda.local.array(2, types.float16)
    n = cuda.shared.array(TPB, types.bfloat16)
    o = cuda.local.array(2, float32x4)
    p = cuda.shared.array(TPB, int32x2)
    q = cuda.local.array(2, float)
    r = cuda.local.array(2, int)
    s = cuda.local.array(2, np.int16)
    u = cuda.local.array(1, dtype=nb.types.uint16)
    a[t] = b[t] = c[t] = d[t] = e[t] = f[t] = t + 0.75
    g[t] = t
    h[0] = t - 1
    i[0].a = t
    i[0]["b"] = t / 2
    j[t] = complex(t, 1)
    k[0] = 1j
    l[1] = t + 254
    m[1] = t / 4
    n[t] = t
    o[1] = float32x4(t, 1, 2, 3)
    p[t] = int32x2(t, t + 1)
    q[0] = t / 8
    r[0] = t * 2
    s[1] = t + 65536
    u[0] = -t
    cuda.syncthreads()
    w = TPB - 1 - t
    out[t, 0] = a[w]
    out[t, 1] = b[w]
    out[t, 2] = c[w]
    out[t, 3] = d[w]
    out[t, 4] = e[w]
    out[t, 5] = f[w]
    out[t, 6] = g[w]
    out[t, 7] = h[0]
    out[t, 8] = i[0].a + i[0].b
    out[t, 9] = (j[w] * k[0]).real
    out[t, 10] = l[1]
    out[t, 11] = m[1]
    out[t, 12] = float32(n[w])
    out[t, 13] = o[1].x + o[1].w
    out[t, 14] = p[w].x + p[w].y
    out[t, 15] = q[0]
    out[t, 16] = r[0]
    out[t, 17] = s[1]
    out[t, 18] = u[0]


@cuda.jit
def aligned_arrays(out):
    a = cuda.shared.array(3, uint8, alignment=1)
    b = cuda.shared.array(4, uint8, alignment=16)
    c = cuda.local.array(3, uint8, 16)
    d = cuda.local.array(shape=(3, 3), dtype=uint8, alignment=32)
    t = cuda.threadIdx.x
    if t == 0:
        a[0] = 1
        b[3] = 2
    c[1] = t
    d[2, 2] = c[1]
    cuda.syncthreads()
    out[t] = a[0] + b[3] + d[2, 2]


@cuda.jit
def constant_arrays(out):
    i = cuda.grid(1)
    table = cuda.const.array_like(TABLE)
    small = cuda.const.array_like(BYTES)
    turns = cuda.const.array_like(TURNS)
    flags = cuda.const.array_like(FLAGS)
    out[i, 0] = table[i % 3, -1 - i % 4]
    out[i, 1] = small[i % 3] + small[0]
    out[i, 2] = turns[i % 4].real + 2 * turns[i % 4].imag
    out[i, 3] = flags[i % 3]
    row = table[i % 3]
    s = 0
    for v in row:
        s += v
    out[i, 4] = s
    out[i, 5] = table.shape[0] * 10 + small.size


def constants_of(array):
    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        values = cuda.const.array_like(array)
        out[i] = values[i % values.size] + array[0]

    return kernel


constant_of_closure = constants_of(np.array([3, 1, 4, 1, 5], dtype=np.int16))


# --- Atomics ---


@cuda.jit
def atomic_results(a, f, out):
    i = cuda.grid(1)
    # One thread: what each one gives is the element before.
    out[0] = cuda.atomic.add(a, 0, 5)
    out[1] = cuda.atomic.sub(a, 0, 2)
    out[2] = cuda.atomic.max(a, 0, 100)
    out[3] = cuda.atomic.min(a, 0, 7)
    out[4] = cuda.atomic.and_(a, 0, 6)
    out[5] = cuda.atomic.or_(a, 0, 8)
    out[6] = cuda.atomic.xor(a, 0, 3)
    out[7] = cuda.atomic.exch(a, 0, 50)
    out[8] = cuda.atomic.cas(a, 0, 50, 60)
    out[9] = cuda.atomic.cas(a, 0, 50, 70)
    out[10] = cuda.atomic.compare_and_swap(a, 60, 80)
    out[11] = cuda.atomic.compare_and_swap(a[1:], 999, 80)
    out[12] = a[0]
    out[13] = cuda.atomic.add(f, 1, 1.5)
    out[14] = cuda.atomic.sub(f, -1, 0.25)
    out[15] = cuda.atomic.max(f, np.uint8(1), 9)
    out[16] = cuda.atomic.min(f, (1,), -9)
    out[17] = cuda.atomic.nanmax(f, 1, 3)
    out[18] = cuda.atomic.nanmin(f, 1, 2)
    out[19] = f[1]
    # The value is converted to the element's type.
    cuda.atomic.add(a, 1, 2.9)
    out[20] = a[1]
    cuda.atomic.add(f, 0, 3)
    out[21] = f[0]
    out[22] = type(cuda.atomic.add(a, 1, 0.0)) == type(a[0])
    out[23] = type(cuda.atomic.add(f, 1, 0)) == type(f[0])


@cuda.jit
def atomic_nans(low, high, nan_low, nan_high, value):
    cuda.atomic.min(low, cuda.grid(1), value)
    cuda.atomic.max(high, cuda.grid(1), value)
    cuda.atomic.nanmin(nan_low, cuda.grid(1), value)
    cuda.atomic.nanmax(nan_high, cuda.grid(1), value)


@cuda.jit
def atomic_wrap(up, down, limit, out):
    i = cuda.grid(1)
    for k in range(7):
        out[k, 0] = cuda.atomic.inc(up, i, limit)
        out[k, 1] = cuda.atomic.dec(down, i, limit)


@cuda.jit
def atomic_places(a, out):
    s = cuda.shared.array((2, 3), int32)
    mine = cuda.local.array(3, float32)
    i = cuda.grid(1)
    mine[:] = 0
    if i < 6:
        s[i // 3, i % 3] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, (i % 2, -1 - i % 3), i)
    cuda.atomic.add(s[1], 0, 1)
    cuda.atomic.max(mine, 1, i)
    cuda.atomic.add(mine, -1, 0.5)
    # Through views: rows, columns, steps, the transposed.
    cuda.atomic.add(a[i % a.shape[0]], i % a.shape[1], 1)
    cuda.atomic.add(a[:, 1], i % a.shape[0], 10)
    cuda.atomic.add(a[::-1, ::2], (0, 1), 100)
    cuda.atomic.sub(a.T, (0, 1), 1000)
    place = (i % 2, i % 3)
    cuda.atomic.add(out, place, mine[1] * 0 + mine[2])
    cuda.syncthreads()
    if i < 6:
        cuda.atomic.add(out, (i // 3, i % 3), s[i // 3, i % 3])


@cuda.jit
def atomic_on_fields(particles):
    i = cuda.grid(1)
    cuda.atomic.add(particles["a"], i % 2, i)
    cuda.atomic.add(particles.b, i % 2, 0.5)


@cuda.jit
def atomic_mutex(lock, total):
    # One thread a warp holds the lock at a time.
    if cuda.laneid == 0:
        while cuda.atomic.cas(lock, 0, 0, 1) != 0:
            pass
        cuda.threadfence()
        total[0] += 1
        cuda.threadfence()
        cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def last_block(a, partial, count, out):
    done = cuda.shared.array(1, boolean)
    s = 0
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        s += a[i]
    cuda.atomic.add(partial, cuda.blockIdx.x, s)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.threadfence()
        ticket = cuda.atomic.inc(count, 0, cuda.gridDim.x)
        done[0] = ticket == cuda.gridDim.x - 1
    cuda.syncthreads()
    if done[0] and cuda.threadIdx.x == 0:
        for b in range(cuda.gridDim.x):
            out[0] += partial[b]
