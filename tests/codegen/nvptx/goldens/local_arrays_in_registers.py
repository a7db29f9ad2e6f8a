# RUN: kernelc build %s --emit ptx --target sm_90
# Loops that pick elements of local arrays are written out, also those of which the count depends on a loop around them:
# the arrays are in registers. Where the elements do not depend on that loop, and all iterations would be too much, it
# stays.
# CHECK-NOT: .local
# CHECK-SUBSET: setp.gt.u32
from numba import cuda, float32, int32


@cuda.jit("void(float32[::1], float32[::1])")
def tree(leaves, out):
    values = cuda.local.array(65, float32)
    for j in range(65):
        values[j] = leaves[j]
    for step in range(64, 0, -1):
        for j in range(step):
            values[j] = float32(0.25) * values[j + 1] + float32(0.75) * values[j]
    out[0] = values[0]


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def cholesky(a, out):
    l = cuda.local.array((5, 5), float32)
    for i in range(5):
        for j in range(i + 1):
            s = a[i, j]
            for k in range(j):
                s -= l[i, k] * l[j, k]
            l[i, j] = s if i == j else s / l[j, j]
    for i in range(5):
        for j in range(i + 1):
            out[i, j] = l[i, j]


ORDER = (5, 2, 7, 0, 3, 6, 1, 4)


@cuda.jit("void(int32[::1], int32[::1])")
def by_a_table(x, out):
    values = cuda.local.array(8, int32)
    for i in range(8):
        values[ORDER[i]] = x[i]
    for i in range(8):
        out[i] = values[min(i + 1, 7)] + values[7 - i if i < 4 else i - 4]


@cuda.jit("void(float32[::1], float32[::1])")
def behind_the_loop(x, out):
    values = cuda.local.array(12, float32)
    place = 0
    for i in range(11):
        values[i] = x[i]
        place = i + 1
    values[place] = x[20]
    total = float32(0)
    for i in range(12):
        total += values[i] * x[i]
    out[0] = total
