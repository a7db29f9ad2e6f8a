from numba import cuda, float32

THREADS = 256
RADIUS = 8
TILE = THREADS + 2 * RADIUS


@cuda.jit
def conv_shared(x, weights, out):
    tile = cuda.shared.array(TILE, dtype=float32)
    tid = cuda.threadIdx.x
    first = cuda.blockIdx.x * THREADS - RADIUS
    for k in range(tid, TILE, THREADS):
        j = first + k
        if j >= 0 and j < x.size:
            tile[k] = x[j]
        else:
            tile[k] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < out.size:
        total = float32(0)
        for k in range(2 * RADIUS + 1):
            total += weights[k] * tile[tid + k]
        out[i] = total
