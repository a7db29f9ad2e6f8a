"""float16 and bfloat16: arithmetic, comparison, mathematics, conversions. Expectations: tests/oracle/exec_halves.py."""

import numpy as np
from numba import cuda, types
from numba.cuda import bf16

float16 = types.float16
bfloat16 = types.bfloat16


@cuda.jit
def arithmetic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] + b[i]
        out[i, 1] = a[i] - b[i]
        out[i, 2] = a[i] * b[i]
        out[i, 3] = a[i] / b[i]
        out[i, 4] = -a[i]
        out[i, 5] = abs(a[i])
        # Two roundings: a product is not fused into a sum.
        out[i, 6] = a[i] * b[i] + a[i]


@cuda.jit
def fp16_arithmetic(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y, z = a[i], b[i], c[i]
        out[i, 0] = cuda.fp16.hadd(x, y)
        out[i, 1] = cuda.fp16.hsub(x, y)
        out[i, 2] = cuda.fp16.hmul(x, y)
        out[i, 3] = cuda.fp16.hdiv(x, y)
        out[i, 4] = cuda.fp16.hfma(x, y, z)
        out[i, 5] = cuda.fp16.hneg(x)
        out[i, 6] = cuda.fp16.habs(x)
        out[i, 7] = cuda.fp16.hmax(x, y)
        out[i, 8] = cuda.fp16.hmin(x, y)
        out[i, 9] = cuda.fp16.__hadd_sat(x, y)
        out[i, 10] = cuda.fp16.__hfma_relu(x, y, z)
        out[i, 11] = cuda.fp16.__hmax_nan(x, y)


@cuda.jit
def bf16_arithmetic(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y, z = a[i], b[i], c[i]
        out[i, 0] = bf16.hadd(x, y)
        out[i, 1] = bf16.hsub(x, y)
        out[i, 2] = bf16.hmul(x, y)
        out[i, 3] = bf16.hdiv(x, y)
        out[i, 4] = bf16.hfma(x, y, z)
        out[i, 5] = bf16.hneg(x)
        out[i, 6] = bf16.habs(x)
        out[i, 7] = bf16.hmax(x, y)
        out[i, 8] = bf16.hmin(x, y)
        out[i, 9] = bf16.hadd_sat(x, y)
        out[i, 10] = bf16.hfma_relu(x, y, z)
        out[i, 11] = bf16.hmax_nan(x, y)


@cuda.jit
def fp16_comparisons(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = cuda.fp16.heq(x, y)
        out[i, 1] = cuda.fp16.hne(x, y)
        out[i, 2] = cuda.fp16.hlt(x, y)
        out[i, 3] = cuda.fp16.hle(x, y)
        out[i, 4] = cuda.fp16.hgt(x, y)
        out[i, 5] = cuda.fp16.hge(x, y)
        out[i, 6] = cuda.fp16.__hequ(x, y)
        out[i, 7] = cuda.fp16.__hneu(x, y)
        out[i, 8] = cuda.fp16.__hltu(x, y)
        out[i, 9] = cuda.fp16.__hgeu(x, y)
        out[i, 10] = cuda.fp16.__hisnan(x)
        out[i, 11] = cuda.fp16.__hisinf(x)
        out[i, 12] = x < y
        out[i, 13] = x == y
        out[i, 14] = x != y
        out[i, 15] = True if x else False


@cuda.jit
def fp16_math(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i, 0] = cuda.fp16.hsin(x)
        out[i, 1] = cuda.fp16.hcos(x)
        out[i, 2] = cuda.fp16.hlog(x)
        out[i, 3] = cuda.fp16.hlog2(x)
        out[i, 4] = cuda.fp16.hlog10(x)
        out[i, 5] = cuda.fp16.hexp(x)
        out[i, 6] = cuda.fp16.hexp2(x)
        out[i, 7] = cuda.fp16.hexp10(x)
        out[i, 8] = cuda.fp16.hsqrt(x)
        out[i, 9] = cuda.fp16.hrsqrt(x)
        out[i, 10] = cuda.fp16.hrcp(x)
        out[i, 11] = cuda.fp16.hfloor(x)
        out[i, 12] = cuda.fp16.hceil(x)
        out[i, 13] = cuda.fp16.hrint(x)
        out[i, 14] = cuda.fp16.htrunc(x)
        out[i, 15] = cuda.fp16.htanh(x)


@cuda.jit
def widened(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i]


@cuda.jit
def half_directions(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.fp16.__float2half_rn(a[i])
        out[i, 1] = cuda.fp16.__float2half_rz(a[i])
        out[i, 2] = cuda.fp16.__float2half_rd(a[i])
        out[i, 3] = cuda.fp16.__float2half_ru(a[i])


@cuda.jit
def bfloat_directions(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = bf16.float32_to_bfloat16_rn(a[i])
        out[i, 1] = bf16.float32_to_bfloat16_rz(a[i])
        out[i, 2] = bf16.float32_to_bfloat16_rd(a[i])
        out[i, 3] = bf16.__float2bfloat16_ru(a[i])
        out[i, 4] = bf16.__float2bfloat16_rn(a[i])
        out[i, 5] = bf16.__float2bfloat16_rz(a[i])
        out[i, 6] = bf16.__float2bfloat16_rd(a[i])


@cuda.jit
def bfloat_from_integers(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = bf16.int64_to_bfloat16_rn(a[i])
        out[i, 1] = bf16.int64_to_bfloat16_rz(a[i])
        out[i, 2] = bf16.int64_to_bfloat16_rd(a[i])
        out[i, 3] = bf16.int64_to_bfloat16_ru(a[i])
        out[i, 4] = bf16.int32_to_bfloat16_rn(b[i])
        out[i, 5] = bf16.int32_to_bfloat16_rz(b[i])
        out[i, 6] = bf16.int32_to_bfloat16_rd(b[i])
        out[i, 7] = bf16.int32_to_bfloat16_ru(b[i])
        out[i, 8] = bfloat16(a[i])


@cuda.jit
def integers_from_bfloat(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i, 0] = bf16.bfloat16_to_int8_rz(x)
        out[i, 1] = bf16.bfloat16_to_uint8_rz(x)
        out[i, 2] = bf16.bfloat16_to_int16_rn(x)
        out[i, 3] = bf16.bfloat16_to_uint16_rd(x)
        out[i, 4] = bf16.bfloat16_to_int32_ru(x)
        out[i, 5] = bf16.bfloat16_to_int64_rn(x)
        out[i, 6] = bf16.bfloat16_as_int16(x)
        out[i, 7] = bf16.bfloat16_as_uint16(bf16.uint16_as_bfloat16(bf16.bfloat16_as_uint16(x)))


@cuda.jit
def narrow_atomics(a, total, low, high, last):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(total, i % total.size, a[i])
        cuda.atomic.sub(total, -1, a[i])
        cuda.atomic.min(low, 0, a[i])
        cuda.atomic.max(high, 0, a[i])
        cuda.atomic.exch(last, i, a[i])


@cuda.jit
def shared_narrow_atomics(a, out):
    sums = cuda.shared.array(3, dtype=bfloat16)
    i = cuda.grid(1)
    if i < 3:
        sums[i] = 0
    cuda.syncthreads()
    cuda.atomic.add(sums, 0, a[i])
    cuda.atomic.max(sums, 1, a[i])
    cuda.atomic.exch(sums, 2, a[7])
    cuda.syncthreads()
    if i < 3:
        out[i] = sums[i]


@cuda.jit
def fp8_decode(bytes_, out):
    i = cuda.grid(1)
    if i < bytes_.size:
        out[i, 0] = cuda.fp8.e4m3_to_float32(bytes_[i])
        out[i, 1] = cuda.fp8.e5m2_to_float32(bytes_[i])
        out[i, 2] = cuda.fp8.e8m0_to_float32(bytes_[i])


@cuda.jit
def fp8_encode(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = cuda.fp8.to_e4m3(a[i])
        out[i, 1] = cuda.fp8.to_e5m2(a[i])
        out[i, 2] = cuda.fp8.to_e4m3(a[i], False)
        out[i, 3] = cuda.fp8.to_e5m2(a[i], saturate=False)


@cuda.jit
def fp8_scales(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = cuda.fp8.to_e8m0(a[i])


HALF = np.float16(0.1)
BRAIN = bfloat16(1.1)


# What the compiler knows of a narrow number is the number.
@cuda.jit
def constants(out):
    out[0] = np.float16(0.1)
    out[1] = HALF
    out[2] = np.float16(70000.0)
    out[3] = np.float16(2049)
    out[4] = int(np.float16(2.99999))
    out[5] = bool(np.float16(1e-9))
    out[6] = np.float16(0.1) + 1.0
    out[7] = np.float16(0.1) * np.float32(3)
    out[8] = np.float32(np.float16(0.1))
    out[9] = (np.float16(0.1),)[0]
    out[10] = BRAIN
    out[11] = bfloat16(257)
    out[12] = int(bfloat16(3.999))
    out[13] = np.float32(bfloat16(0.1)) - np.float32(0.1)
