import math

from numba import cuda, float32

THREADS = 128


@cuda.jit
def softmax_rows(x, y):
    shared = cuda.shared.array(THREADS, float32)
    row = cuda.blockIdx.x
    tid = cuda.threadIdx.x
    n = x.shape[1]
    largest = float32(-math.inf)
    for i in range(tid, n, THREADS):
        largest = max(largest, x[row, i])
    shared[tid] = largest
    cuda.syncthreads()
    s = THREADS // 2
    while s > 0:
        if tid < s:
            shared[tid] = max(shared[tid], shared[tid + s])
        cuda.syncthreads()
        s //= 2
    largest = shared[0]
    cuda.syncthreads()
    total = float32(0)
    for i in range(tid, n, THREADS):
        total += math.exp(x[row, i] - largest)
    shared[tid] = total
    cuda.syncthreads()
    s = THREADS // 2
    while s > 0:
        if tid < s:
            shared[tid] += shared[tid + s]
        cuda.syncthreads()
        s //= 2
    total = shared[0]
    for i in range(tid, n, THREADS):
        y[row, i] = math.exp(x[row, i] - largest) / total
