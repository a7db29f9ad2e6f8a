from numba import cuda, int32

N = 512


@cuda.jit
def bitonic_sort(data):
    block = cuda.shared.array(N, dtype=int32)
    tid = cuda.threadIdx.x
    i = cuda.blockIdx.x * N + tid
    block[tid] = data[i]
    cuda.syncthreads()
    size = 2
    while size <= N:
        stride = size // 2
        while stride > 0:
            other = tid ^ stride
            if other > tid:
                a = block[tid]
                b = block[other]
                if (a > b) == (tid & size == 0):
                    block[tid] = b
                    block[other] = a
            cuda.syncthreads()
            stride //= 2
        size *= 2
    data[i] = block[tid]
