"""Sum of a vector: a running sum a thread, a tree in shared memory a block, one atomic addition a block."""

from kernelc import *

THREADS = 256


@kernel
def block_sum(data, total):
    partial = shared.array(THREADS, float32)
    tid = threadIdx.x

    s = 0.0
    for i in range(grid(1), data.size, gridsize(1)):
        s += data[i]
    partial[tid] = s
    syncthreads()

    half = THREADS // 2
    while half > 0:
        if tid < half:
            partial[tid] += partial[tid + half]
        syncthreads()
        half //= 2

    if tid == 0:
        atomic.add(total, 0, partial[0])
