# Codes of 8-bit floats in uint8: e4m3 (no infinity, largest 448), e5m2 (largest 57344) and e8m0 (powers of two alone).
# To one of them, numbers are rounded to the nearest, ties to even; e8m0 takes the power of two at or above. With `saturate`
# what is too large becomes the largest number, as CUDA's constructors have it.
import math

from kernelc import *


# `bias` and `digits` (of the fraction) name the format; `largest` is the code of its largest number.
def encoded(x, bias, digits, largest, special, saturate):
    wide = float64(x)
    bits = wide.view(int64)
    sign = uint8((bits >> 56) & 0x80)
    if wide != wide:
        return uint8(0x7F)
    magnitude = abs(wide)
    exponent = ((bits >> 52) & 0x7FF) - 1023
    lowest = 1 - bias
    if exponent < lowest:
        exponent = lowest
    code = int64(largest) + 1
    if exponent <= bias + 1:
        # A power of two divides without rounding.
        unit = ((exponent - digits + 1023) << 52).view(float64)
        code = ((exponent - lowest) << digits) + int64(round(magnitude / unit))
    if code > largest:
        code = int64(largest) if saturate else int64(special)
    return uint8(code) | sign


def decoded(byte, bias, digits):
    code = int32(byte) & 0x7F
    field = code >> digits
    fraction = float32(code & ((1 << digits) - 1))
    if field == 0:
        field = 1
    else:
        fraction += float32(1 << digits)
    scale = ((field - bias - digits + 127) << 23).view(float32)
    value = fraction * scale
    return -value if byte >= 0x80 else value


def to_e4m3(x, saturate=True):
    return encoded(x, 7, 3, 0x7E, 0x7F, saturate)


def to_e5m2(x, saturate=True):
    return encoded(x, 15, 2, 0x7B, 0x7C, saturate)


def to_e8m0(x, saturate=True):
    wide = abs(float64(x))
    if wide != wide:
        return uint8(0xFF)
    bits = wide.view(int64)
    exponent = (bits >> 52) - 1023
    if bits & 0xFFFFFFFFFFFFF:
        exponent += 1
    if exponent > 127:
        return uint8(0xFE) if saturate else uint8(0xFF)
    if exponent < -127:
        exponent = int64(-127)
    return uint8(exponent + 127)


def from_e4m3(byte):
    if byte & 0x7F == 0x7F:
        return float32(math.nan)
    return decoded(byte, 7, 3)


def from_e5m2(byte):
    if byte & 0x7C == 0x7C:
        if byte & 3:
            return float32(math.nan)
        infinity = float32(math.inf)
        return -infinity if byte >= 0x80 else infinity
    return decoded(byte, 15, 2)


def from_e8m0(byte):
    if byte == 0xFF:
        return float32(math.nan)
    if byte == 0:
        return float32(2.0 ** -127)
    return (int32(byte) << 23).view(float32)


# CUDA's conversions: `saturation` 0 or 1, `format` 0 for e4m3 and 1 for e5m2, `rounding` 1 towards zero, 2 upwards.
def cvt(x, saturation, format):
    return to_e5m2(x, saturation == 1) if format == 1 else to_e4m3(x, saturation == 1)


def cvt_e8m0(x, saturation, rounding):
    wide = abs(float64(x))
    if rounding == 1 and wide < math.inf:
        wide = (wide.view(int64) & ~0xFFFFFFFFFFFFF).view(float64)
    return to_e8m0(wide, saturation == 1)


def e8m0_to_bf16(byte):
    return bfloat16(from_e8m0(byte))


# Two numbers of a vector as the bytes of one uint16, x in the lower one.
def packed(low, high):
    return uint16(low) | uint16(high) << 8


def cvt_pair(x, saturation, format):
    return uint16(packed(cvt(x.x, saturation, format), cvt(x.y, saturation, format)))


def cvt_e8m0_pair(x, saturation, rounding):
    return uint16(packed(cvt_e8m0(x.x, saturation, rounding), cvt_e8m0(x.y, saturation, rounding)))
