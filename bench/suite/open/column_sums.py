from numba import cuda, float32

W = 32
H = 8


@cuda.jit
def column_sums(a, sums):
    part = cuda.shared.array((H, W), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column = cuda.blockIdx.x * W + tx
    total = float32(0)
    if column < a.shape[1]:
        for row in range(ty, a.shape[0], H):
            total += a[row, column]
    part[ty, tx] = total
    cuda.syncthreads()
    s = H // 2
    while s > 0:
        if ty < s:
            part[ty, tx] += part[ty + s, tx]
        cuda.syncthreads()
        s //= 2
    if ty == 0 and column < a.shape[1]:
        sums[column] = part[0, tx]
