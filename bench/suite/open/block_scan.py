from numba import cuda, float32

N = 256


@cuda.jit
def block_scan(data, out):
    sums = cuda.shared.array(N, dtype=float32)
    tid = cuda.threadIdx.x
    i = cuda.grid(1)
    sums[tid] = data[i] if i < data.size else 0
    cuda.syncthreads()
    offset = 1
    while offset < N:
        before = float32(0)
        if tid >= offset:
            before = sums[tid - offset]
        cuda.syncthreads()
        sums[tid] += before
        cuda.syncthreads()
        offset *= 2
    if i < out.size:
        out[i] = sums[tid]
