from numba import cuda, float32


@cuda.jit
def matvec_rows(a, x, y):
    row = cuda.grid(1) // 32
    lane = cuda.threadIdx.x % 32
    if row >= a.shape[0]:
        return
    total = float32(0)
    for i in range(lane, a.shape[1], 32):
        total += a[row, i] * x[i]
    for k in range(5):
        total += cuda.shfl_xor_sync(0xFFFFFFFF, total, 16 >> k)
    if lane == 0:
        y[row] = total
