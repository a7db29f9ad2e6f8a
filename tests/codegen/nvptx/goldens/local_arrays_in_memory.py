# RUN: kernelc build %s --emit ptx --target sm_90
# Numbers of the data pick elements, a search ends where the data says, or all iterations would be too much: the arrays
# have addresses.
# CHECK-SUBSET: __local_depot0[64]
# CHECK-SUBSET: __local_depot0[32]
# CHECK-SUBSET: __local_depot0[912]
from numba import cuda, float32, int32


@cuda.jit("void(int32[::1], int32[::1])")
def histogram(data, out):
    counts = cuda.local.array(16, int32)
    for k in range(16):
        counts[k] = 0
    for i in range(data.size):
        counts[data[i] & 15] += 1
    for k in range(16):
        out[k] = counts[k]


@cuda.jit("void(float32[::1], float32[::1])")
def insertion(x, out):
    best = cuda.local.array(8, float32)
    for k in range(8):
        best[k] = 0
    for i in range(x.size):
        k = 7
        while k > 0 and best[k - 1] < x[i]:
            best[k] = best[k - 1]
            k -= 1
        best[k] = x[i]
    for k in range(8):
        out[k] = best[k]


@cuda.jit("void(float32[:, :, ::1], float32[::1])")
def cube(x, out):
    values = cuda.local.array((15, 15), float32)
    for i in range(15):
        for j in range(15):
            values[i, j] = x[0, i, j]
    for k in range(15):
        for i in range(15):
            for j in range(15):
                values[i, j] += values[i, k] * values[k, j]
    for i in range(15):
        for j in range(15):
            out[i * 15 + j] = values[i, j]
