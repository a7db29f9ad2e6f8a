from numba import cuda, int32

GROUPS = 64


@cuda.jit
def group_max(groups, values, largest):
    local = cuda.shared.array(GROUPS, dtype=int32)
    tid = cuda.threadIdx.x
    if tid < GROUPS:
        local[tid] = -1
    cuda.syncthreads()
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.max(local, groups[i], values[i])
    cuda.syncthreads()
    if tid < GROUPS:
        cuda.atomic.max(largest, tid, local[tid])
