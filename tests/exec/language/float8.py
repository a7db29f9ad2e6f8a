"""8-bit floats as types of their own: conversions, storage, what surrounds them."""
import numpy as np
from ml_dtypes import float8_e4m3fn, float8_e5m2, float8_e8m0fnu
from numba import cuda, float32, float64, int32, int64, uint8
from numba.cuda import types
from numba.cuda.types import bfloat16, float16
from numba.cuda._internal.cuda_fp8 import (
    cvt_double2_to_e8m0x2,
    cvt_double2_to_fp8x2,
    cvt_double_to_e8m0,
    cvt_double_to_fp8,
    cvt_float2_to_e8m0x2,
    cvt_float2_to_fp8x2,
    cvt_float_to_e8m0,
    cvt_float_to_fp8,
    fp8_e4m3,
    fp8_e5m2,
    fp8_e8m0,
    fp8_interpretation_t,
    fp8x2_e4m3,
    fp8x2_e5m2,
    fp8x2_e8m0,
    fp8x4_e4m3,
    fp8x4_e5m2,
    fp8x4_e8m0,
    saturation_t,
)
from cuda.bindings.runtime import cudaRoundMode


@cuda.jit
def decode_e4m3(codes, singles, doubles, halves, brains, truths):
    i = cuda.grid(1)
    if i < codes.size:
        singles[i] = float32(codes[i])
        doubles[i] = codes[i]
        halves[i] = float16(codes[i])
        brains[i] = bfloat16(codes[i])
        truths[i] = bool(codes[i])


@cuda.jit
def decode_e5m2(codes, singles, doubles, halves, brains, truths):
    i = cuda.grid(1)
    if i < codes.size:
        singles[i] = codes[i]
        doubles[i] = float64(codes[i])
        halves[i] = float16(codes[i])
        brains[i] = codes[i]
        truths[i] = bool(codes[i])


@cuda.jit
def decode_e8m0(codes, singles, doubles, brains, truths):
    i = cuda.grid(1)
    if i < codes.size:
        singles[i] = float32(codes[i])
        doubles[i] = float64(codes[i])
        brains[i] = bfloat16(codes[i])
        truths[i] = 1 if codes[i] else 0


@cuda.jit
def encode(a, q4, q5, q8):
    i = cuda.grid(1)
    if i < a.size:
        q4[i] = fp8_e4m3(a[i])
        q5[i] = fp8_e5m2(a[i])
        q8[i] = fp8_e8m0(a[i])


@cuda.jit
def encode_by_storing(a, q4, q5):
    i = cuda.grid(1)
    if i < a.size:
        q4[i] = a[i]
        q5[i] = float8_e5m2(a[i])


@cuda.jit
def to_integers(q4, q5, out):
    i = cuda.grid(1)
    if i < q4.size:
        out[i, 0] = int(q4[i])
        out[i, 1] = int32(q4[i])
        out[i, 2] = int64(q5[i])
        out[i, 3] = uint8(abs(float(q4[i])))


@cuda.jit
def between(q4, q5, to5, to4):
    i = cuda.grid(1)
    if i < q4.size:
        to5[i] = fp8_e5m2(q4[i])
        to4[i] = q5[i]


@cuda.jit
def bits(q4, codes, back):
    i = cuda.grid(1)
    if i < q4.size:
        codes[i] = q4[i].view(uint8)
        back[i] = codes[i].view(fp8_e4m3)


@cuda.jit
def views(codes, out):
    q = codes.view(float8_e4m3fn)
    for i in range(q.size):
        out[i] = q[i]
    q[1:3] = 2
    q[4:] = q[0]


@cuda.jit(device=True)
def scaled(q, scale):
    return float32(q) * float32(scale)


@cuda.jit(device=True)
def picked(pair, second):
    a, b = pair
    return b if second else a


@cuda.jit
def shared_and_local(a, out):
    tile = cuda.shared.array(32, fp8_e4m3)
    mine = cuda.local.array(2, types.fp8_e5m2)
    i = cuda.threadIdx.x
    tile[i] = a[i]
    mine[0] = fp8_e5m2(a[i])
    mine[1] = 0.5
    cuda.syncthreads()
    out[i, 0] = scaled(tile[31 - i], fp8_e8m0(4))
    out[i, 1] = scaled(mine[0], mine[1])
    out[i, 2] = float32(picked((tile[i], tile[0]), i % 2 == 1))


@cuda.jit
def carried(q, out):
    best = q[0]
    for i in range(q.size):
        if float32(q[i]) > float32(best):
            best = q[i]
    last = best if q.size > 1000 else q[q.size - 1]
    out[0] = best
    out[1] = last


@cuda.jit
def scalars(q, scale, out):
    out[0] = float32(q)
    out[1] = float32(scale)
    out[2] = float32(fp8_e4m3(449.0)) + float32(fp8_e5m2(-1e9)) + float32(float8_e8m0fnu(3))


@cuda.jit
def records(r, out):
    i = cuda.grid(1)
    if i < r.size:
        r[i].q = fp8_e4m3(float32(r[i].q) * float32(r[i].scale))
        out[i] = float32(r[i].q)


@cuda.jit
def cuda_functions(x, wide, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = cvt_float_to_fp8(x[i], saturation_t.NOSAT, fp8_interpretation_t.E4M3)
        out[i, 1] = cvt_float_to_fp8(x[i], saturation_t.SATFINITE, fp8_interpretation_t.E5M2)
        out[i, 2] = cvt_double_to_fp8(wide[i], saturation_t.NOSAT, fp8_interpretation_t.E5M2)
        out[i, 3] = cvt_double_to_fp8(wide[i], saturation_t.SATFINITE, fp8_interpretation_t.E4M3)
        out[i, 4] = cvt_float_to_e8m0(x[i], saturation_t.NOSAT, cudaRoundMode.cudaRoundPosInf)
        out[i, 5] = cvt_double_to_e8m0(wide[i], saturation_t.SATFINITE, cudaRoundMode.cudaRoundZero)


@cuda.jit
def cuda_functions_of_pairs(x, wide, out):
    i = cuda.grid(1)
    if i < x.size:
        two = cuda.float32x2(x[i], x[-1 - i])
        doubles = cuda.float64x2(wide[i], wide[-1 - i])
        out[i, 0] = cvt_float2_to_fp8x2(two, saturation_t.NOSAT, fp8_interpretation_t.E4M3)
        out[i, 1] = cvt_float2_to_fp8x2(two, saturation_t.SATFINITE, fp8_interpretation_t.E5M2)
        out[i, 2] = cvt_double2_to_fp8x2(doubles, saturation_t.NOSAT, fp8_interpretation_t.E5M2)
        out[i, 3] = cvt_double2_to_fp8x2(doubles, saturation_t.SATFINITE, fp8_interpretation_t.E4M3)
        out[i, 4] = cvt_float2_to_e8m0x2(two, saturation_t.NOSAT, cudaRoundMode.cudaRoundPosInf)
        out[i, 5] = cvt_double2_to_e8m0x2(doubles, saturation_t.SATFINITE, cudaRoundMode.cudaRoundZero)
        out[i, 6] = type(cvt_float2_to_fp8x2(two, saturation_t.NOSAT, fp8_interpretation_t.E4M3)) is np.uint16


@cuda.jit
def pairs(x, wide, codes, numbers):
    i = cuda.grid(1)
    if i < x.size:
        two = cuda.float32x2(x[i], x[-1 - i])
        doubles = cuda.float64x2(wide[i], wide[-1 - i])
        codes[i, 0] = fp8x2_e4m3(two).__x
        codes[i, 1] = fp8x2_e5m2(two).__x
        codes[i, 2] = fp8x2_e8m0(two).__x
        codes[i, 3] = fp8x2_e4m3(doubles).__x
        codes[i, 4] = fp8x2_e5m2(doubles).__x
        codes[i, 5] = fp8x2_e8m0(doubles).__x
        codes[i, 6] = fp8x2_e5m2().__x
        codes[i, 7] = type(fp8x2_e5m2().__x) is np.uint16
        back = cuda.float32x2(fp8x2_e4m3(two))
        numbers[i, 0] = back.x
        numbers[i, 1] = back.y
        numbers[i, 2] = float32(fp8x2_e8m0(two).y)
        numbers[i, 3] = cuda.float64x2(fp8x2_e5m2(doubles)).x


@cuda.jit
def quadruples(x, wide, codes, numbers):
    i = cuda.grid(1)
    if i < x.size:
        four = cuda.float32x4(x[i], x[-1 - i], -x[i], x[0])
        doubles = cuda.float64x4(wide[i], wide[-1 - i], wide[0], -wide[i])
        codes[i, 0] = fp8x4_e4m3(four).__x
        codes[i, 1] = fp8x4_e5m2(four).__x
        codes[i, 2] = fp8x4_e8m0(four).__x
        codes[i, 3] = fp8x4_e4m3(doubles).__x
        codes[i, 4] = fp8x4_e5m2(doubles).__x
        codes[i, 5] = fp8x4_e8m0(doubles).__x
        codes[i, 6] = type(fp8x4_e4m3(four).__x) is np.uint32
        back = cuda.float32x4(fp8x4_e5m2(four))
        numbers[i, 0] = back.x
        numbers[i, 1] = back.y
        numbers[i, 2] = back.z
        numbers[i, 3] = back.w


@cuda.jit(device=True)
def swapped(pair):
    return fp8x2_e4m3(pair.y, pair.x)


@cuda.jit("fp8x2_e4m3(fp8x2_e4m3, fp8x2_e4m3)", device=True)
def second(left, right):
    return right


@cuda.jit
def pairs_kept(a, out):
    tile = cuda.shared.array(32, fp8x4_e5m2)
    mine = cuda.local.array(2, fp8x2_e4m3)
    i = cuda.threadIdx.x
    one, two = fp8_e4m3(a[i]), fp8_e4m3(2)
    mine[0] = fp8x2_e4m3(one, two)
    mine[1] = swapped(mine[0])
    tile[i] = fp8x4_e5m2(mine[0], mine[1])
    cuda.syncthreads()
    best = mine[0]
    if i % 2 == 0:
        best = mine[1]
    kept = (tile[31 - i], second(mine[0], best))
    out[i, 0] = kept[0].__x
    out[i, 1] = kept[1].__x


@cuda.jit
def one_of_a_pair(q, out):
    out[0] = fp8x2_e4m3(1.0).__x


@cuda.jit
def third_of_a_pair(q, out):
    out[0] = float32(fp8x2_e4m3(1.0, 2.0).z)


@cuda.jit
def codes_of_floats(q, out):
    out[0] = cuda.float32x2(1.0, 2.0).__x


@cuda.jit
def added_pairs(q, out):
    pair = fp8x2_e5m2(1.0, 2.0)
    out[0] = (pair + pair).__x


@cuda.jit
def printed(q):
    print("q", q[0], (q[1], 2))


@cuda.jit
def added(q, out):
    out[0] = q[0] + q[1]


@cuda.jit
def compared(q, out):
    if q[0] < 1.0:
        out[0] = 1


@cuda.jit
def mixed_types(q, out):
    x = q[0]
    if out[0] > 0:
        x = 1.0
    out[0] = x


@cuda.jit
def complex_made(q, out):
    out[0] = np.complex64(q[0])


@cuda.jit
def math_called(q, out):
    out[0] = abs(q[0])


@cuda.jit
def atomically(q):
    cuda.atomic.add(q, 0, 1)
