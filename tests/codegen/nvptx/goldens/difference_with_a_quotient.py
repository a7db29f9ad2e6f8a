# Assemblers forget a carry where the high word of a product becomes 64 bits of which something is subtracted.
# RUN: kernelc build %s --sig "void(uint32[::1], int64[::1], int64[::1])" --target sm_90 --emit ptx
from numba import cuda


@cuda.jit
def difference(dividend, subtracted, out):
    # CHECK-NOT: mul.hi.u32
    # CHECK-SUBSET: mul.wide.u32 {{.*}}, 138547333;
    # CHECK-SUBSET: mov.b64 {{.*}}, %product;
    # CHECK-SUBSET: sub.s64
    i = cuda.grid(1)
    if i < out.size:
        out[i] = (dividend[i] & 0xffff) // 31 - subtracted[i]
