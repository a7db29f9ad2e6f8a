from numba import cuda, float32

N = 128


@cuda.jit
def odd_even_sort(data):
    s = cuda.shared.array(N, float32)
    tid = cuda.threadIdx.x
    start = cuda.blockIdx.x * N
    s[tid] = data[start + tid]
    cuda.syncthreads()
    for phase in range(N):
        if tid % 2 == phase % 2 and tid + 1 < N:
            if s[tid] > s[tid + 1]:
                s[tid], s[tid + 1] = s[tid + 1], s[tid]
        cuda.syncthreads()
    data[start + tid] = s[tid]
