"""Vector types: construction, lanes, functions, shared and local arrays."""
from numba import cuda, float32, int32
from numba.cuda import double2, float2, float4, float32x3, int2, uchar3


@cuda.jit(device=True)
def add(a, b):
    return cuda.float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)


@cuda.jit
def construct(a, out):
    i = cuda.grid(1)
    if i < a.size:
        v = float4(a[i], 2, i, 1.5)
        w = float32x3(v.x, v.y, v.z)
        u = cuda.float32x4(w, 7.25)
        half = float2(u.z, u.w)
        both = float4(half, half)
        copy = float4(both)
        sum4 = add(copy, v)
        out[i, 0] = sum4.x
        out[i, 1] = sum4.y
        out[i, 2] = sum4.z
        out[i, 3] = sum4.w


@cuda.jit
def narrow(out):
    i = cuda.grid(1)
    c = uchar3(300 + i, -1, 2.75)
    p = int2(c.x, 2**33 + 5)
    d = double2(0.1, p.y)
    out[i, 0] = c.x
    out[i, 1] = c.y
    out[i, 2] = c.z
    out[i, 3] = p.x
    out[i, 4] = p.y
    out[i, 5] = d.x
    out[i, 6] = d.y


@cuda.jit
def tiles(a, out):
    block = cuda.shared.array(32, cuda.float32x4)
    mine = cuda.local.array(3, dtype=float32x3)
    t = cuda.threadIdx.x
    block[t] = float4(a[t, 0], a[t, 1], a[t, 2], a[t, 3])
    for k in range(3):
        mine[k] = float32x3(t, k, t * k)
    cuda.syncthreads()
    acc = float4(0, 0, 0, 0)
    for k in range(cuda.blockDim.x):
        other = block[k]
        if other.x > block[t].x:
            acc = add(acc, other)
    out[t, 0] = acc.x
    out[t, 1] = acc.y
    out[t, 2] = acc.z + mine[2].z
    out[t, 3] = acc.w + mine[1].y


@cuda.jit
def too_few(out):
    v = float4(1, 2, 3)
    out[0] = v.x


@cuda.jit
def lane_write(out):
    v = float2(1, 2)
    v.x = 3
    out[0] = v.x


@cuda.jit
def no_lane(out):
    v = float2(1, 2)
    out[0] = v.z
