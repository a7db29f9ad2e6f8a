# Signatures that Python's texts are put together for.
# RUN: kernelc build %s --emit ptx --target sm_80
from numba import cuda, float32, int64

KIND = "int32"
KINDS = ["float64"] * 2
WIDTH = 3


# CHECK-SUBSET: .visible .entry percent(
# CHECK-SUBSET: percent_param_0,
# CHECK-SUBSET: .param .u32 percent_param_2
@cuda.jit("void(%s[::1], %s)" % ("float32", KIND))
def percent(a, n):
    a[0] = n


# CHECK-SUBSET: .visible .entry formatted(
# CHECK-SUBSET: .param .f32 formatted_param_2
@cuda.jit(f"void({float32!s}[::1], {float32})")
def formatted(a, x):
    a[0] = x


# CHECK-SUBSET: .visible .entry joined(
# CHECK-SUBSET: .param .f64 joined_param_2
@cuda.jit("void(float64[::1], {})".format(", ".join(KINDS)))
def joined(a, x, y):
    a[0] = x + y


# CHECK-SUBSET: .visible .entry replaced(
# CHECK-SUBSET: .param .u64 replaced_param_2
# CHECK-SUBSET: st.global.b32 {{.*}}, 1077936128
@cuda.jit("VOID(float32[::1], K)".lower().replace("k", str(int64)))
def replaced(a, n):
    a[0] = float("%.1f" % WIDTH)
