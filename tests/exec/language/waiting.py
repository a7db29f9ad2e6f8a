"""Threads that wait in loops for what others do: flags, locks, queues, barriers made of atomics."""
import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def next_before(flags, out):
    """Each thread needs what the next one computed."""
    i = cuda.threadIdx.x
    n = cuda.blockDim.x
    if i < n - 1:
        while cuda.atomic.add(flags, i + 1, 0) == 0:
            pass
        cuda.threadfence()
        out[i] = out[i + 1] * 3 + i
    else:
        out[i] = 1
    cuda.threadfence()
    cuda.atomic.exch(flags, i, 1)


@cuda.jit
def backward(costs, lock, beta):
    """The backward sweep of a transducer's lattice: row by row, each column behind the one to its right."""
    u = cuda.threadIdx.x
    rows, columns = costs.shape
    if u < columns:
        for step in range(rows):
            t = rows - 1 - step
            if u == columns - 1:
                below = beta[t + 1, u] if t + 1 < rows else 0.0
                beta[t, u] = below + costs[t, u]
            else:
                while cuda.atomic.add(lock, u + 1, 0) <= step:
                    pass
                cuda.threadfence()
                right = beta[t, u + 1]
                below = beta[t + 1, u] if t + 1 < rows else right
                beta[t, u] = min(right, below) + costs[t, u]
            cuda.threadfence()
            cuda.atomic.add(lock, u, 1)


@cuda.jit(device=True)
def acquire(locks, i):
    while cuda.atomic.cas(locks, i, 0, 1) != 0:
        pass
    cuda.threadfence()


@cuda.jit(device=True)
def release(locks, i):
    cuda.threadfence()
    cuda.atomic.exch(locks, i, 0)


@cuda.jit
def handed_over(locks, out):
    """The lock of thread i is free when thread i + 1 says so."""
    i = cuda.threadIdx.x
    acquire(locks, i)
    out[i] = out[i + 1] + 2
    release(locks, i)
    if i > 0:
        release(locks, i - 1)


@cuda.jit
def transfers(locks, accounts, pairs):
    """Two locks at a time, the lower one first."""
    i = cuda.grid(1)
    if i < pairs.shape[0]:
        a, b = pairs[i, 0], pairs[i, 1]
        first, second = min(a, b), max(a, b)
        acquire(locks, first)
        acquire(locks, second)
        accounts[a] -= i
        accounts[b] += i
        release(locks, second)
        release(locks, first)


@cuda.jit
def in_order(ticket, out):
    """Thread n - 1 first."""
    i = cuda.threadIdx.x
    n = cuda.blockDim.x
    done = False
    while not done:
        if cuda.atomic.add(ticket, 0, 0) == n - 1 - i:
            cuda.threadfence()
            out[n - 1 - i] = i
            cuda.threadfence()
            cuda.atomic.add(ticket, 0, 1)
            done = True


@cuda.jit
def plain_flag(flag, out):
    """A flag that is read between fences, by threads of another warp than the one that writes it."""
    i = cuda.threadIdx.x
    if i == cuda.blockDim.x - 1:
        out[i] = 7
        cuda.threadfence()
        flag[0] = 1
    elif i < cuda.warpsize:
        while flag[0] == 0:
            cuda.threadfence()
        out[i] = out[cuda.blockDim.x - 1] + i


@cuda.jit
def shared_flag(x, out):
    """Flags and values in shared memory, between barriers."""
    tile = cuda.shared.array(64, float32)
    ready = cuda.shared.array(64, int32)
    i = cuda.threadIdx.x
    n = cuda.blockDim.x
    ready[i] = 0
    tile[i] = x[i]
    cuda.syncthreads()
    if i < n - 1:
        while cuda.atomic.add(ready, i + 1, 0) == 0:
            pass
        cuda.threadfence()
        tile[i] += tile[i + 1]
    cuda.threadfence_block()
    cuda.atomic.exch(ready, i, 1)
    cuda.syncthreads()
    out[i] = tile[i] + tile[0]


@cuda.jit
def own_variables(flags, out):
    """What a thread keeps while it waits is its own."""
    i = cuda.threadIdx.x
    n = cuda.blockDim.x
    history = cuda.local.array(4, int32)
    for k in range(4):
        history[k] = i * 10 + k
    total = i
    rounds = 0
    while True:
        if i == n - 1 or cuda.atomic.add(flags, i + 1, 0) > rounds:
            cuda.threadfence()
            total += history[rounds] + (out[i + 1, rounds] if i < n - 1 else 0)
            out[i, rounds] = total
            cuda.threadfence()
            cuda.atomic.add(flags, i, 1)
            rounds += 1
            if rounds == 4:
                return


@cuda.jit
def plane(flags, out):
    """Blocks of two dimensions; threads wait for the one below and the one to the right."""
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    w, h = cuda.blockDim.x, cuda.blockDim.y
    value = 1
    if x + 1 < w:
        while cuda.atomic.max(flags, (y, x + 1), 0) == 0:
            pass
        cuda.threadfence()
        value += out[y, x + 1]
    if y + 1 < h:
        while cuda.atomic.max(flags, (y + 1, x), 0) == 0:
            pass
        cuda.threadfence()
        value += out[y + 1, x]
    out[y, x] = value % 1000
    cuda.threadfence()
    cuda.atomic.exch(flags, (y, x), 1)


@cuda.jit
def barrier_of_atomics(counter, x, y):
    """All blocks meet at a counter."""
    i = cuda.grid(1)
    n = cuda.gridsize(1)
    for turn in range(3):
        x[i] = x[i] + i * (turn + 1)
        cuda.threadfence()
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            cuda.atomic.add(counter, 0, 1)
            while cuda.atomic.add(counter, 0, 0) < cuda.gridDim.x * (2 * turn + 1):
                pass
        cuda.syncthreads()
        y[i] += x[n - 1 - i]
        cuda.threadfence()
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            cuda.atomic.add(counter, 0, 1)
            while cuda.atomic.add(counter, 0, 0) < cuda.gridDim.x * (2 * turn + 2):
                pass
        cuda.syncthreads()


@cuda.jit
def later_block(flags, out):
    """Each block needs the next one's sum."""
    b = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        above = 0
        if b + 1 < cuda.gridDim.x:
            while cuda.atomic.add(flags, b + 1, 0) == 0:
                cuda.nanosleep(20)
            cuda.threadfence()
            above = out[b + 1]
        out[b] = above + b
        cuda.threadfence()
        cuda.atomic.exch(flags, b, 1)


@cuda.jit
def bounded(flag, out):
    """Gives up after a million looks, which are far more than it takes."""
    i = cuda.threadIdx.x
    if i == cuda.blockDim.x - 1:
        out[i] = 7
        cuda.threadfence()
        cuda.atomic.exch(flag, 0, 1)
    else:
        found = False
        for _ in range(1000000):
            if cuda.atomic.add(flag, 0, 0) == 1:
                found = True
                break
        out[i] = i if found else -1


@cuda.jit
def work_list(counter, out):
    """Each thread takes the next piece until there is none: waits for nobody."""
    while True:
        i = cuda.atomic.add(counter, 0, 1)
        if i >= out.size:
            break
        out[i] = i * 3


@cuda.jit
def largest(values, out):
    """A retry, which waits for nobody: the maximum by compare and swap."""
    i = cuda.grid(1)
    if i < values.size:
        seen = out[0]
        while values[i] > seen:
            before = cuda.atomic.cas(out, 0, seen, values[i])
            if before == seen:
                break
            seen = before


@cuda.jit
def fails_with_lock(lock, places, out):
    """Who fails inside of a lock never gives it back."""
    i = cuda.grid(1)
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    out[places[i]] += 1
    cuda.threadfence()
    cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def fails_before_flag(flag, out):
    i = cuda.grid(1)
    if i == cuda.gridsize(1) - 1:
        if out[i] == 0:
            raise ValueError("no flag")
        cuda.atomic.exch(flag, 0, 1)
    while cuda.atomic.add(flag, 0, 0) == 0:
        pass
    out[i] = 1


@cuda.jit(device=True)
def wait_for(flag, i):
    rounds = 0
    while cuda.atomic.add(flag, i, 0) == 0:
        rounds += 1
    return rounds


@cuda.jit
def fails_in_chain(flags, places, out):
    """Each thread waits for the next one, in a function."""
    i = cuda.grid(1)
    if i < flags.shape[0] - 1:
        out[i] = 1 + 0 * wait_for(flags, i + 1)
    cuda.threadfence()
    cuda.atomic.exch(flags, places[i], 1)


@cuda.jit
def fails_before_grid_barrier(numbers, out):
    """Blocks lose some threads, the first one, or all of them before a barrier of the grid."""
    i = cuda.grid(1)
    if numbers[i] < 0:
        raise ValueError("below zero")
    out[i] = numbers[i]
    grid = cuda.cg.this_grid()
    grid.sync()
    for turn in range(3):
        out[i] += out[out.shape[0] - 1 - i]
        grid.sync()


@cuda.jit
def returns_with_lock(lock, last, out):
    """All threads ask for the same inside of a lock; only what comes last gives it back."""
    i = cuda.grid(1)
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    out[0] += i
    if last == 0:
        cuda.atomic.exch(lock, 0, 0)
        return
    for k in range(last):
        out[1] += k
    if last > 100:
        return
    cuda.threadfence()
    cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def fails_between_barriers(x, out):
    """The thread that fails is the one that would have ended the loop."""
    t = cuda.threadIdx.x
    done = cuda.shared.array(1, int32)
    if t == 0:
        done[0] = 0
    cuda.syncthreads()
    while done[0] < 4:
        cuda.syncthreads()
        if t == 5:
            out[t] = x[t + 60 * done[0]]
            done[0] += 1
        cuda.syncthreads()


@cuda.jit
def fails_in_long_loop(x, turns, out):
    """The others would go round for days."""
    t = cuda.threadIdx.x
    tile = cuda.shared.array(64, int32)
    for step in range(turns):
        tile[t] = step
        cuda.syncthreads()
        out[t] = x[tile[63 - t] // 8 if t == 3 else t]
        cuda.syncthreads()


@cuda.jit
def fails_in_grid_loop(done):
    """Blocks 0 and 2 wait for a thread of block 1."""
    grid = cuda.cg.this_grid()
    while done[0] < 4:
        grid.sync()
        if cuda.grid(1) == 40:
            if done[0] == 2:
                raise ValueError("no more")
            done[0] += 1
        grid.sync()


@cuda.jit
def fails_in_warp_loop(x):
    """Lane 0 ends before it says that it is done."""
    t = cuda.threadIdx.x
    left = 3
    while cuda.shfl_sync(0xFFFFFFFF, left, 0) > 0:
        if t % 32 == 0:
            x[0] //= left - 2
            left -= 1
