# Assemblers forget negations that comparisons read: there are none.
# RUN: kernelc build %s --sig "void(int64[::1], int64, int64[::1])" --target sm_90 --emit ptx
from numba import cuda


@cuda.jit
def falling(out, n, count):
    c = 0
    # CHECK-NOT: neg.s64
    # CHECK-SUBSET: not.b64
    # CHECK-SUBSET: add.s64 {{.*}}, 1;
    # CHECK-SUBSET: setp.gt.s64
    for j in range(n, -n, -3):
        out[c] = j
        c += 1
    count[0] = c
