from numba import cuda, float32

N = 512


@cuda.jit
def haar(signal, out):
    values = cuda.shared.array(N, float32)
    tid = cuda.threadIdx.x
    start = cuda.blockIdx.x * N
    values[tid] = signal[start + tid]
    cuda.syncthreads()
    length = N
    while length > 1:
        half = length // 2
        low = float32(0)
        high = float32(0)
        if tid < half:
            low = (values[2 * tid] + values[2 * tid + 1]) * float32(0.70710678)
            high = (values[2 * tid] - values[2 * tid + 1]) * float32(0.70710678)
        cuda.syncthreads()
        if tid < half:
            values[tid] = low
            values[half + tid] = high
        cuda.syncthreads()
        length = half
    out[start + tid] = values[tid]
