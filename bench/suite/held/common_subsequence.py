from numba import cuda, int32

N = 96
WIDTH = N + 1


@cuda.jit
def common_subsequence(a, b, lengths):
    previous = cuda.shared.array(WIDTH, int32)
    current = cuda.shared.array(WIDTH, int32)
    older = cuda.shared.array(WIDTH, int32)
    row = cuda.blockIdx.x
    i = cuda.threadIdx.x + 1
    older[i] = 0
    previous[i] = 0
    if i == 1:
        older[0] = 0
        previous[0] = 0
        current[0] = 0
    cuda.syncthreads()
    for d in range(2, 2 * N + 1):
        j = d - i
        if j >= 1 and j <= N:
            if a[row, i - 1] == b[row, j - 1]:
                current[i] = older[i - 1] + 1
            else:
                current[i] = max(previous[i], previous[i - 1])
        else:
            current[i] = previous[i] if j > N else 0
        cuda.syncthreads()
        older[i] = previous[i]
        previous[i] = current[i]
        cuda.syncthreads()
    if i == N:
        lengths[row] = previous[N]
