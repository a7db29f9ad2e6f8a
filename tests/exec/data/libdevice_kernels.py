"""Made by tests/oracle/exec_libdevice.py."""

from numba import cuda
from numba.cuda import libdevice


@cuda.jit
def abs(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.abs(a[i])


@cuda.jit
def acos(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.acos(a[i])


@cuda.jit
def acosf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.acosf(a[i])


@cuda.jit
def acosh(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.acosh(a[i])


@cuda.jit
def acoshf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.acoshf(a[i])


@cuda.jit
def asin(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.asin(a[i])


@cuda.jit
def asinf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.asinf(a[i])


@cuda.jit
def asinh(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.asinh(a[i])


@cuda.jit
def asinhf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.asinhf(a[i])


@cuda.jit
def atan(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.atan(a[i])


@cuda.jit
def atan2(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.atan2(a[i], b[i])


@cuda.jit
def atan2f(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.atan2f(a[i], b[i])


@cuda.jit
def atanf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.atanf(a[i])


@cuda.jit
def atanh(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.atanh(a[i])


@cuda.jit
def atanhf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.atanhf(a[i])


@cuda.jit
def brev(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.brev(a[i])


@cuda.jit
def brevll(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.brevll(a[i])


@cuda.jit
def byte_perm(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.byte_perm(a[i], b[i], c[i])


@cuda.jit
def cbrt(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cbrt(a[i])


@cuda.jit
def cbrtf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cbrtf(a[i])


@cuda.jit
def ceil(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ceil(a[i])


@cuda.jit
def ceilf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ceilf(a[i])


@cuda.jit
def clz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.clz(a[i])


@cuda.jit
def clzll(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.clzll(a[i])


@cuda.jit
def copysign(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.copysign(a[i], b[i])


@cuda.jit
def copysignf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.copysignf(a[i], b[i])


@cuda.jit
def cos(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cos(a[i])


@cuda.jit
def cosf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cosf(a[i])


@cuda.jit
def cosh(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cosh(a[i])


@cuda.jit
def coshf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.coshf(a[i])


@cuda.jit
def cospi(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cospi(a[i])


@cuda.jit
def cospif(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cospif(a[i])


@cuda.jit
def cyl_bessel_i0(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cyl_bessel_i0(a[i])


@cuda.jit
def cyl_bessel_i0f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cyl_bessel_i0f(a[i])


@cuda.jit
def cyl_bessel_i1(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cyl_bessel_i1(a[i])


@cuda.jit
def cyl_bessel_i1f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.cyl_bessel_i1f(a[i])


@cuda.jit
def dadd_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dadd_rd(a[i], b[i])


@cuda.jit
def dadd_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dadd_rn(a[i], b[i])


@cuda.jit
def dadd_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dadd_ru(a[i], b[i])


@cuda.jit
def dadd_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dadd_rz(a[i], b[i])


@cuda.jit
def ddiv_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ddiv_rd(a[i], b[i])


@cuda.jit
def ddiv_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ddiv_rn(a[i], b[i])


@cuda.jit
def ddiv_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ddiv_ru(a[i], b[i])


@cuda.jit
def ddiv_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ddiv_rz(a[i], b[i])


@cuda.jit
def dmul_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dmul_rd(a[i], b[i])


@cuda.jit
def dmul_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dmul_rn(a[i], b[i])


@cuda.jit
def dmul_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dmul_ru(a[i], b[i])


@cuda.jit
def dmul_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dmul_rz(a[i], b[i])


@cuda.jit
def double2float_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2float_rd(a[i])


@cuda.jit
def double2float_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2float_rn(a[i])


@cuda.jit
def double2float_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2float_ru(a[i])


@cuda.jit
def double2float_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2float_rz(a[i])


@cuda.jit
def double2hiint(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2hiint(a[i])


@cuda.jit
def double2int_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2int_rd(a[i])


@cuda.jit
def double2int_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2int_rn(a[i])


@cuda.jit
def double2int_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2int_ru(a[i])


@cuda.jit
def double2int_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2int_rz(a[i])


@cuda.jit
def double2ll_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ll_rd(a[i])


@cuda.jit
def double2ll_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ll_rn(a[i])


@cuda.jit
def double2ll_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ll_ru(a[i])


@cuda.jit
def double2ll_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ll_rz(a[i])


@cuda.jit
def double2loint(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2loint(a[i])


@cuda.jit
def double2uint_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2uint_rd(a[i])


@cuda.jit
def double2uint_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2uint_rn(a[i])


@cuda.jit
def double2uint_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2uint_ru(a[i])


@cuda.jit
def double2uint_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2uint_rz(a[i])


@cuda.jit
def double2ull_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ull_rd(a[i])


@cuda.jit
def double2ull_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ull_rn(a[i])


@cuda.jit
def double2ull_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ull_ru(a[i])


@cuda.jit
def double2ull_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double2ull_rz(a[i])


@cuda.jit
def double_as_longlong(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.double_as_longlong(a[i])


@cuda.jit
def drcp_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.drcp_rd(a[i])


@cuda.jit
def drcp_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.drcp_rn(a[i])


@cuda.jit
def drcp_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.drcp_ru(a[i])


@cuda.jit
def drcp_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.drcp_rz(a[i])


@cuda.jit
def dsqrt_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsqrt_rd(a[i])


@cuda.jit
def dsqrt_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsqrt_rn(a[i])


@cuda.jit
def dsqrt_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsqrt_ru(a[i])


@cuda.jit
def dsqrt_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsqrt_rz(a[i])


@cuda.jit
def dsub_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsub_rd(a[i], b[i])


@cuda.jit
def dsub_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsub_rn(a[i], b[i])


@cuda.jit
def dsub_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsub_ru(a[i], b[i])


@cuda.jit
def dsub_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.dsub_rz(a[i], b[i])


@cuda.jit
def erf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erf(a[i])


@cuda.jit
def erfc(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfc(a[i])


@cuda.jit
def erfcf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfcf(a[i])


@cuda.jit
def erfcinv(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfcinv(a[i])


@cuda.jit
def erfcinvf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfcinvf(a[i])


@cuda.jit
def erfcx(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfcx(a[i])


@cuda.jit
def erfcxf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfcxf(a[i])


@cuda.jit
def erff(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erff(a[i])


@cuda.jit
def erfinv(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfinv(a[i])


@cuda.jit
def erfinvf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.erfinvf(a[i])


@cuda.jit
def exp(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.exp(a[i])


@cuda.jit
def exp10(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.exp10(a[i])


@cuda.jit
def exp10f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.exp10f(a[i])


@cuda.jit
def exp2(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.exp2(a[i])


@cuda.jit
def exp2f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.exp2f(a[i])


@cuda.jit
def expf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.expf(a[i])


@cuda.jit
def expm1(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.expm1(a[i])


@cuda.jit
def expm1f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.expm1f(a[i])


@cuda.jit
def fabs(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fabs(a[i])


@cuda.jit
def fabsf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fabsf(a[i])


@cuda.jit
def fadd_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fadd_rd(a[i], b[i])


@cuda.jit
def fadd_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fadd_rn(a[i], b[i])


@cuda.jit
def fadd_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fadd_ru(a[i], b[i])


@cuda.jit
def fadd_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fadd_rz(a[i], b[i])


@cuda.jit
def fast_cosf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_cosf(a[i])


@cuda.jit
def fast_exp10f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_exp10f(a[i])


@cuda.jit
def fast_expf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_expf(a[i])


@cuda.jit
def fast_fdividef(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_fdividef(a[i], b[i])


@cuda.jit
def fast_log10f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_log10f(a[i])


@cuda.jit
def fast_log2f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_log2f(a[i])


@cuda.jit
def fast_logf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_logf(a[i])


@cuda.jit
def fast_powf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_powf(a[i], b[i])


@cuda.jit
def fast_sincosf(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.fast_sincosf(a[i])


@cuda.jit
def fast_sinf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_sinf(a[i])


@cuda.jit
def fast_tanf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_tanf(a[i])


@cuda.jit
def fast_tanhf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fast_tanhf(a[i])


@cuda.jit
def fdim(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fdim(a[i], b[i])


@cuda.jit
def fdimf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fdimf(a[i], b[i])


@cuda.jit
def fdiv_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fdiv_rd(a[i], b[i])


@cuda.jit
def fdiv_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fdiv_rn(a[i], b[i])


@cuda.jit
def fdiv_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fdiv_ru(a[i], b[i])


@cuda.jit
def fdiv_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fdiv_rz(a[i], b[i])


@cuda.jit
def ffs(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ffs(a[i])


@cuda.jit
def ffsll(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ffsll(a[i])


@cuda.jit
def finitef(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.finitef(a[i]) != 0


@cuda.jit
def float2half_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2half_rn(a[i])


@cuda.jit
def float2int_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2int_rd(a[i])


@cuda.jit
def float2int_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2int_rn(a[i])


@cuda.jit
def float2int_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2int_ru(a[i])


@cuda.jit
def float2int_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2int_rz(a[i])


@cuda.jit
def float2ll_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ll_rd(a[i])


@cuda.jit
def float2ll_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ll_rn(a[i])


@cuda.jit
def float2ll_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ll_ru(a[i])


@cuda.jit
def float2ll_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ll_rz(a[i])


@cuda.jit
def float2uint_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2uint_rd(a[i])


@cuda.jit
def float2uint_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2uint_rn(a[i])


@cuda.jit
def float2uint_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2uint_ru(a[i])


@cuda.jit
def float2uint_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2uint_rz(a[i])


@cuda.jit
def float2ull_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ull_rd(a[i])


@cuda.jit
def float2ull_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ull_rn(a[i])


@cuda.jit
def float2ull_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ull_ru(a[i])


@cuda.jit
def float2ull_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float2ull_rz(a[i])


@cuda.jit
def float_as_int(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float_as_int(a[i])


@cuda.jit
def float_as_uint(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.float_as_uint(a[i])


@cuda.jit
def floor(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.floor(a[i])


@cuda.jit
def floorf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.floorf(a[i])


@cuda.jit
def fma(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fma(a[i], b[i], c[i])


@cuda.jit
def fma_rd(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fma_rd(a[i], b[i], c[i])


@cuda.jit
def fma_rn(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fma_rn(a[i], b[i], c[i])


@cuda.jit
def fma_ru(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fma_ru(a[i], b[i], c[i])


@cuda.jit
def fma_rz(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fma_rz(a[i], b[i], c[i])


@cuda.jit
def fmaf(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf(a[i], b[i], c[i])


@cuda.jit
def fmaf_ieee_rd(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_ieee_rd(a[i], b[i], c[i])


@cuda.jit
def fmaf_ieee_rn(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_ieee_rn(a[i], b[i], c[i])


@cuda.jit
def fmaf_ieee_ru(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_ieee_ru(a[i], b[i], c[i])


@cuda.jit
def fmaf_ieee_rz(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_ieee_rz(a[i], b[i], c[i])


@cuda.jit
def fmaf_rd(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_rd(a[i], b[i], c[i])


@cuda.jit
def fmaf_rn(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_rn(a[i], b[i], c[i])


@cuda.jit
def fmaf_ru(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_ru(a[i], b[i], c[i])


@cuda.jit
def fmaf_rz(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaf_rz(a[i], b[i], c[i])


@cuda.jit
def fmax(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmax(a[i], b[i])


@cuda.jit
def fmaxf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmaxf(a[i], b[i])


@cuda.jit
def fmin(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmin(a[i], b[i])


@cuda.jit
def fminf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fminf(a[i], b[i])


@cuda.jit
def fmod(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmod(a[i], b[i])


@cuda.jit
def fmodf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmodf(a[i], b[i])


@cuda.jit
def fmul_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmul_rd(a[i], b[i])


@cuda.jit
def fmul_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmul_rn(a[i], b[i])


@cuda.jit
def fmul_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmul_ru(a[i], b[i])


@cuda.jit
def fmul_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fmul_rz(a[i], b[i])


@cuda.jit
def frcp_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.frcp_rd(a[i])


@cuda.jit
def frcp_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.frcp_rn(a[i])


@cuda.jit
def frcp_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.frcp_ru(a[i])


@cuda.jit
def frcp_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.frcp_rz(a[i])


@cuda.jit
def frexp(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.frexp(a[i])


@cuda.jit
def frexpf(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.frexpf(a[i])


@cuda.jit
def frsqrt_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.frsqrt_rn(a[i])


@cuda.jit
def fsqrt_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsqrt_rd(a[i])


@cuda.jit
def fsqrt_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsqrt_rn(a[i])


@cuda.jit
def fsqrt_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsqrt_ru(a[i])


@cuda.jit
def fsqrt_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsqrt_rz(a[i])


@cuda.jit
def fsub_rd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsub_rd(a[i], b[i])


@cuda.jit
def fsub_rn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsub_rn(a[i], b[i])


@cuda.jit
def fsub_ru(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsub_ru(a[i], b[i])


@cuda.jit
def fsub_rz(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.fsub_rz(a[i], b[i])


@cuda.jit
def hadd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.hadd(a[i], b[i])


@cuda.jit
def half2float(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.half2float(a[i])


@cuda.jit
def hiloint2double(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.hiloint2double(a[i], b[i])


@cuda.jit
def hypot(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.hypot(a[i], b[i])


@cuda.jit
def hypotf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.hypotf(a[i], b[i])


@cuda.jit
def ilogb(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ilogb(a[i])


@cuda.jit
def ilogbf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ilogbf(a[i])


@cuda.jit
def int2double_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.int2double_rn(a[i])


@cuda.jit
def int2float_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.int2float_rd(a[i])


@cuda.jit
def int2float_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.int2float_rn(a[i])


@cuda.jit
def int2float_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.int2float_ru(a[i])


@cuda.jit
def int2float_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.int2float_rz(a[i])


@cuda.jit
def int_as_float(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.int_as_float(a[i])


@cuda.jit
def isfinited(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.isfinited(a[i]) != 0


@cuda.jit
def isinfd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.isinfd(a[i]) != 0


@cuda.jit
def isinff(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.isinff(a[i]) != 0


@cuda.jit
def isnand(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.isnand(a[i]) != 0


@cuda.jit
def isnanf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.isnanf(a[i]) != 0


@cuda.jit
def j0(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.j0(a[i])


@cuda.jit
def j0f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.j0f(a[i])


@cuda.jit
def j1(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.j1(a[i])


@cuda.jit
def j1f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.j1f(a[i])


@cuda.jit
def jn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.jn(a[i], b[i])


@cuda.jit
def jnf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.jnf(a[i], b[i])


@cuda.jit
def ldexp(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ldexp(a[i], b[i])


@cuda.jit
def ldexpf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ldexpf(a[i], b[i])


@cuda.jit
def lgamma(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.lgamma(a[i])


@cuda.jit
def lgammaf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.lgammaf(a[i])


@cuda.jit
def ll2double_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2double_rd(a[i])


@cuda.jit
def ll2double_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2double_rn(a[i])


@cuda.jit
def ll2double_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2double_ru(a[i])


@cuda.jit
def ll2double_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2double_rz(a[i])


@cuda.jit
def ll2float_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2float_rd(a[i])


@cuda.jit
def ll2float_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2float_rn(a[i])


@cuda.jit
def ll2float_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2float_ru(a[i])


@cuda.jit
def ll2float_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ll2float_rz(a[i])


@cuda.jit
def llabs(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llabs(a[i])


@cuda.jit
def llmax(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llmax(a[i], b[i])


@cuda.jit
def llmin(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llmin(a[i], b[i])


@cuda.jit
def llrint(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llrint(a[i])


@cuda.jit
def llrintf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llrintf(a[i])


@cuda.jit
def llround(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llround(a[i])


@cuda.jit
def llroundf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.llroundf(a[i])


@cuda.jit
def log(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log(a[i])


@cuda.jit
def log10(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log10(a[i])


@cuda.jit
def log10f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log10f(a[i])


@cuda.jit
def log1p(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log1p(a[i])


@cuda.jit
def log1pf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log1pf(a[i])


@cuda.jit
def log2(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log2(a[i])


@cuda.jit
def log2f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.log2f(a[i])


@cuda.jit
def logb(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.logb(a[i])


@cuda.jit
def logbf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.logbf(a[i])


@cuda.jit
def logf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.logf(a[i])


@cuda.jit
def longlong_as_double(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.longlong_as_double(a[i])


@cuda.jit
def max(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.max(a[i], b[i])


@cuda.jit
def min(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.min(a[i], b[i])


@cuda.jit
def modf(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.modf(a[i])


@cuda.jit
def modff(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.modff(a[i])


@cuda.jit
def mul24(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.mul24(a[i], b[i])


@cuda.jit
def mul64hi(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.mul64hi(a[i], b[i])


@cuda.jit
def mulhi(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.mulhi(a[i], b[i])


@cuda.jit
def nearbyint(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.nearbyint(a[i])


@cuda.jit
def nearbyintf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.nearbyintf(a[i])


@cuda.jit
def nextafter(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.nextafter(a[i], b[i])


@cuda.jit
def nextafterf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.nextafterf(a[i], b[i])


@cuda.jit
def norm3d(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.norm3d(a[i], b[i], c[i])


@cuda.jit
def norm3df(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.norm3df(a[i], b[i], c[i])


@cuda.jit
def norm4d(a, b, c, d, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.norm4d(a[i], b[i], c[i], d[i])


@cuda.jit
def norm4df(a, b, c, d, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.norm4df(a[i], b[i], c[i], d[i])


@cuda.jit
def normcdf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.normcdf(a[i])


@cuda.jit
def normcdff(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.normcdff(a[i])


@cuda.jit
def normcdfinv(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.normcdfinv(a[i])


@cuda.jit
def normcdfinvf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.normcdfinvf(a[i])


@cuda.jit
def popc(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.popc(a[i])


@cuda.jit
def popcll(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.popcll(a[i])


@cuda.jit
def pow(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.pow(a[i], b[i])


@cuda.jit
def powf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.powf(a[i], b[i])


@cuda.jit
def powi(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.powi(a[i], b[i])


@cuda.jit
def powif(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.powif(a[i], b[i])


@cuda.jit
def rcbrt(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rcbrt(a[i])


@cuda.jit
def rcbrtf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rcbrtf(a[i])


@cuda.jit
def rcp64h(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rcp64h(a[i])


@cuda.jit
def remainder(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.remainder(a[i], b[i])


@cuda.jit
def remainderf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.remainderf(a[i], b[i])


@cuda.jit
def remquo(a, b, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.remquo(a[i], b[i])


@cuda.jit
def remquof(a, b, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.remquof(a[i], b[i])


@cuda.jit
def rhadd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rhadd(a[i], b[i])


@cuda.jit
def rhypot(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rhypot(a[i], b[i])


@cuda.jit
def rhypotf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rhypotf(a[i], b[i])


@cuda.jit
def rint(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rint(a[i])


@cuda.jit
def rintf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rintf(a[i])


@cuda.jit
def rnorm3d(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rnorm3d(a[i], b[i], c[i])


@cuda.jit
def rnorm3df(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rnorm3df(a[i], b[i], c[i])


@cuda.jit
def rnorm4d(a, b, c, d, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rnorm4d(a[i], b[i], c[i], d[i])


@cuda.jit
def rnorm4df(a, b, c, d, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rnorm4df(a[i], b[i], c[i], d[i])


@cuda.jit
def round(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.round(a[i])


@cuda.jit
def roundf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.roundf(a[i])


@cuda.jit
def rsqrt(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rsqrt(a[i])


@cuda.jit
def rsqrtf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.rsqrtf(a[i])


@cuda.jit
def sad(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sad(a[i], b[i], c[i])


@cuda.jit
def saturatef(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.saturatef(a[i])


@cuda.jit
def scalbn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.scalbn(a[i], b[i])


@cuda.jit
def scalbnf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.scalbnf(a[i], b[i])


@cuda.jit
def signbitd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.signbitd(a[i]) != 0


@cuda.jit
def signbitf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.signbitf(a[i]) != 0


@cuda.jit
def sin(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sin(a[i])


@cuda.jit
def sincos(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.sincos(a[i])


@cuda.jit
def sincosf(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.sincosf(a[i])


@cuda.jit
def sincospi(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.sincospi(a[i])


@cuda.jit
def sincospif(a, r0, r1):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i], r1[i] = libdevice.sincospif(a[i])


@cuda.jit
def sinf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sinf(a[i])


@cuda.jit
def sinh(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sinh(a[i])


@cuda.jit
def sinhf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sinhf(a[i])


@cuda.jit
def sinpi(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sinpi(a[i])


@cuda.jit
def sinpif(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sinpif(a[i])


@cuda.jit
def sqrt(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sqrt(a[i])


@cuda.jit
def sqrtf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.sqrtf(a[i])


@cuda.jit
def tan(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.tan(a[i])


@cuda.jit
def tanf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.tanf(a[i])


@cuda.jit
def tanh(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.tanh(a[i])


@cuda.jit
def tanhf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.tanhf(a[i])


@cuda.jit
def tgamma(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.tgamma(a[i])


@cuda.jit
def tgammaf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.tgammaf(a[i])


@cuda.jit
def trunc(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.trunc(a[i])


@cuda.jit
def truncf(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.truncf(a[i])


@cuda.jit
def uhadd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uhadd(a[i], b[i])


@cuda.jit
def uint2double_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uint2double_rn(a[i])


@cuda.jit
def uint2float_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uint2float_rd(a[i])


@cuda.jit
def uint2float_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uint2float_rn(a[i])


@cuda.jit
def uint2float_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uint2float_ru(a[i])


@cuda.jit
def uint2float_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uint2float_rz(a[i])


@cuda.jit
def uint_as_float(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.uint_as_float(a[i])


@cuda.jit
def ull2double_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2double_rd(a[i])


@cuda.jit
def ull2double_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2double_rn(a[i])


@cuda.jit
def ull2double_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2double_ru(a[i])


@cuda.jit
def ull2double_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2double_rz(a[i])


@cuda.jit
def ull2float_rd(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2float_rd(a[i])


@cuda.jit
def ull2float_rn(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2float_rn(a[i])


@cuda.jit
def ull2float_ru(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2float_ru(a[i])


@cuda.jit
def ull2float_rz(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ull2float_rz(a[i])


@cuda.jit
def ullmax(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ullmax(a[i], b[i])


@cuda.jit
def ullmin(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ullmin(a[i], b[i])


@cuda.jit
def umax(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.umax(a[i], b[i])


@cuda.jit
def umin(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.umin(a[i], b[i])


@cuda.jit
def umul24(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.umul24(a[i], b[i])


@cuda.jit
def umul64hi(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.umul64hi(a[i], b[i])


@cuda.jit
def umulhi(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.umulhi(a[i], b[i])


@cuda.jit
def urhadd(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.urhadd(a[i], b[i])


@cuda.jit
def usad(a, b, c, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.usad(a[i], b[i], c[i])


@cuda.jit
def y0(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.y0(a[i])


@cuda.jit
def y0f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.y0f(a[i])


@cuda.jit
def y1(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.y1(a[i])


@cuda.jit
def y1f(a, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.y1f(a[i])


@cuda.jit
def yn(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.yn(a[i], b[i])


@cuda.jit
def ynf(a, b, r0):
    i = cuda.grid(1)
    if i < r0.size:
        r0[i] = libdevice.ynf(a[i], b[i])
