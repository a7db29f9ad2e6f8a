"""Threads of a block together: shared memory, barriers, local arrays, grids of several dimensions."""

from numba import cuda, float32, int32, int64

THREADS = 64


@cuda.jit
def reverse_block(a, out):
    buffer = cuda.shared.array(THREADS, int32)
    i = cuda.grid(1)
    tid = cuda.threadIdx.x
    buffer[tid] = a[i]
    cuda.syncthreads()
    out[i] = buffer[cuda.blockDim.x - 1 - tid]


@cuda.jit
def scan_block(a, out):
    buffer = cuda.shared.array(THREADS, int64)
    i = cuda.grid(1)
    tid = cuda.threadIdx.x
    buffer[tid] = a[i] if i < a.size else 0
    cuda.syncthreads()
    step = 1
    while step < cuda.blockDim.x:
        value = buffer[tid]
        if tid >= step:
            value += buffer[tid - step]
        cuda.syncthreads()
        buffer[tid] = value
        cuda.syncthreads()
        step *= 2
    if i < out.size:
        out[i] = buffer[tid]


@cuda.jit
def return_before_barrier(a, out):
    total = cuda.shared.array(1, int64)
    i = cuda.grid(1)
    tid = cuda.threadIdx.x
    if tid == 0:
        total[0] = 0
    cuda.syncthreads()
    if i >= a.size:
        return
    cuda.atomic.add(total, 0, a[i])
    cuda.syncthreads()
    out[i] = total[0]


@cuda.jit
def barrier_in_uniform_branch(a, out):
    buffer = cuda.shared.array(THREADS, int32)
    i = cuda.grid(1)
    tid = cuda.threadIdx.x
    kept = a[i] * 2
    buffer[tid] = a[i]
    if cuda.blockIdx.x % 2 == 0:
        cuda.syncthreads()
        kept += buffer[(tid + 1) % cuda.blockDim.x]
    else:
        kept = -kept
    out[i] = kept


@cuda.jit
def barrier_in_nested_loops(a, out, rounds):
    buffer = cuda.shared.array(THREADS, int64)
    i = cuda.grid(1)
    tid = cuda.threadIdx.x
    n = cuda.blockDim.x
    buffer[tid] = a[i]
    cuda.syncthreads()
    for r in range(rounds):
        for s in range(1, 3):
            value = buffer[(tid + s) % n] + r
            cuda.syncthreads()
            if tid % 3 == 0:
                continue_value = value % 1000
            else:
                continue_value = value % 777
            buffer[tid] = continue_value
            cuda.syncthreads()
        if r == 3:
            break
    out[i] = buffer[tid]


@cuda.jit
def dynamic_shared(a, out):
    buffer = cuda.shared.array(0, float32)
    i = cuda.grid(1)
    tid = cuda.threadIdx.x
    buffer[tid] = a[i]
    cuda.syncthreads()
    out[i] = buffer[tid ^ 1]


@cuda.jit
def shared_2d(a, out):
    tile = cuda.shared.array((4, 8), int32)
    x, y = cuda.grid(2)
    tile[cuda.threadIdx.y, cuda.threadIdx.x] = a[y, x]
    cuda.syncthreads()
    out[y, x] = tile[-1 - cuda.threadIdx.y, -1 - cuda.threadIdx.x]


@cuda.jit
def local_array(a, out):
    window = cuda.local.array(5, int64)
    i = cuda.grid(1)
    if i < a.size:
        for k in range(5):
            window[k] = a[(i + k) % a.size]
        # Insertion sort; the middle one is the median.
        for k in range(1, 5):
            value = window[k]
            j = k - 1
            while j >= 0 and window[j] > value:
                window[j + 1] = window[j]
                j -= 1
            window[j + 1] = value
        out[i] = window[2]


@cuda.jit
def places(out):
    x, y, z = cuda.grid(3)
    w, h, d = cuda.gridsize(3)
    at = (z * h + y) * w + x
    out[at, 0] = cuda.threadIdx.x + 10 * cuda.threadIdx.y + 100 * cuda.threadIdx.z
    out[at, 1] = cuda.blockIdx.x + 10 * cuda.blockIdx.y + 100 * cuda.blockIdx.z
    out[at, 2] = cuda.blockDim.x + 10 * cuda.blockDim.y + 100 * cuda.blockDim.z
    out[at, 3] = cuda.gridDim.x + 10 * cuda.gridDim.y + 100 * cuda.gridDim.z


@cuda.jit
def grid_stride_2d(out):
    x0, y0 = cuda.grid(2)
    w, h = cuda.gridsize(2)
    for y in range(y0, out.shape[0], h):
        for x in range(x0, out.shape[1], w):
            out[y, x] += y * 1000 + x


@cuda.jit
def compared_places(out):
    i = cuda.grid(1)
    if cuda.threadIdx.x == 0:
        out[i] = 1
    if cuda.threadIdx.x != 0 and cuda.laneid:
        out[i] += 2
    if not cuda.threadIdx.x:
        out[i] += 4
    out[i] += 8 if cuda.laneid in (0, 3) else 0
    out[i] += 16 if cuda.blockIdx.x == 1 else 0


@cuda.jit
def chosen_locals(out):
    """Local arrays that are reached by other names behind a barrier."""
    i = cuda.threadIdx.x
    first = cuda.local.array(2, int64)
    second = cuda.local.array(2, int64)
    first[0] = 0
    second[0] = 10
    chosen = first if i % 2 == 0 else second
    for _ in range(i % 3):
        chosen[0] = chosen[0] + 1
    cuda.syncthreads()
    out[i, 0] = chosen[0]
    first[1] = i
    second[1] = 2 * i
    pair = (first, second)
    tail = first[1:]
    cuda.syncthreads()
    out[i, 1] = pair[1][1]
    out[i, 2] = tail[0]
    for turn in range(2):
        chosen[1] += turn
        cuda.syncthreads()
    out[i, 3] = chosen[1]


@cuda.jit
def made_inside(a, b, out):
    """Local arrays and iterators that branches and loops make, and that are used behind a barrier."""
    i = cuda.threadIdx.x
    if i % 2:
        it = iter(a)
    else:
        it = iter(b)
    out[i, 0] = next(it)
    cuda.syncthreads()
    out[i, 1] = next(it)
    kept = None
    if i % 3:
        own = cuda.local.array(2, int64)
        own[0] = i
        kept = own
    cuda.syncthreads()
    out[i, 2] = -1 if kept is None else kept[0]
    for k in range(3):
        if k == i:
            it = iter(b)
    cuda.syncthreads()
    out[i, 3] = next(it)


@cuda.jit
def read_again(a, out):
    """What another thread writes between two barriers is there behind the second, whatever was read before."""
    i = cuda.threadIdx.x
    before = a[0]
    cuda.syncthreads()
    if i == 5:
        a[0] = before + 10
    cuda.syncthreads()
    after = a[0]
    out[i] = before + 100 * after
    for turn in range(3):
        cuda.syncthreads()
        if i == turn:
            a[0] += turn + 1
        cuda.syncthreads()
        out[i] = 3 * out[i] + a[0]


@cuda.jit
def read_again_in_warp(a, out):
    i = cuda.threadIdx.x
    before = a[0]
    cuda.syncwarp()
    if i == 31:
        a[0] = before + 1
    cuda.syncwarp()
    out[i] = before + 100 * a[0]
