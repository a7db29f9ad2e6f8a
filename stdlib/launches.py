# Kernels of functions that Numba calls on the host: `@vectorize`, `@guvectorize` and `cuda.reduce`. The compiler binds
# `function`, `cores`, `loops` and `pairs`, the launch passes the rest.
from kernelc import *
import numpy as np


# Threads of a block and blocks of a grid by one number, whatever their dimensions.
def thread_number():
    return int64(threadIdx.x) + int64(blockDim.x) * (int64(threadIdx.y) + int64(blockDim.y) * int64(threadIdx.z))


def block_number():
    return int64(blockIdx.x) + int64(gridDim.x) * (int64(blockIdx.y) + int64(gridDim.y) * int64(blockIdx.z))


def block_size():
    return int64(blockDim.x) * int64(blockDim.y) * int64(blockDim.z)


def grid_size():
    return int64(gridDim.x) * int64(gridDim.y) * int64(gridDim.z)


# What this thread does of `count` turns: where it begins, the end, the step.
def share(count):
    return block_number() * block_size() + thread_number(), count, grid_size() * block_size()


# Element number i in the order of C. Unsigned: no index counts from the end.
def place_of(i, shape):
    if len(shape) == 0:
        return ()
    if len(shape) == 1:
        return (i,)
    extent = uint64(shape[-1])
    return place_of(i // extent, shape[:-1]) + (i % extent,)


# The place in an array of the shape that NumPy's broadcasting puts at `place`.
def broadcast(shape, place):
    if len(shape) == 0:
        return ()
    return broadcast(shape[:-1], place[:-1]) + (place[-1] if shape[-1] != 1 else uint64(0),)


# Whether an array of the shape has something everywhere in `whole`.
def fits(shape, whole):
    if len(shape) == 0:
        return True
    return (shape[-1] == 1 or shape[-1] == whole[-1]) and fits(shape[:-1], whole[:-1])


def all_fit(args, cores, whole):
    if len(args) == 0:
        return True
    if isinstance(args[0], np.ndarray):
        shape = args[0].shape
        if not fits(shape[: len(shape) - cores[0]], whole):
            return False
    return all_fit(args[1:], cores[1:], whole)


def product(shape):
    if len(shape) == 0:
        return 1
    return shape[0] * product(shape[1:])


# Whether the dimensions of each pair (argument, dimension, argument, dimension) have one extent.
def same_extents(args, pairs):
    if len(pairs) == 0:
        return True
    if args[pairs[0][0]].shape[pairs[0][1]] != args[pairs[0][2]].shape[pairs[0][3]]:
        return False
    return same_extents(args, pairs[1:])


# What one call takes of an argument whose last `core` dimensions are its own; -1: an element as an array of one.
def part(x, core, place):
    if not isinstance(x, np.ndarray):
        return x
    if core >= 0:
        return x[broadcast(x.shape[: x.ndim - core], place)]
    if x.ndim == 0 or len(place) == 0:
        return x
    row = x[broadcast(x.shape[:-1], place[:-1])]
    at = int64(place[-1]) if row.size != 1 else int64(0)
    return row[at : at + 1]


def parts(args, cores, place):
    if len(args) == 0:
        return ()
    return (part(args[0], cores[0], place),) + parts(args[1:], cores[1:], place)


# Whether all arrays have the shape, so that nothing is broadcast.
def all_alike(args, shape):
    if len(args) == 0:
        return True
    if isinstance(args[0], np.ndarray):
        if args[0].ndim != len(shape):
            return False
        if args[0].shape != shape:
            return False
    return all_alike(args[1:], shape)


def element(x, place):
    if not isinstance(x, np.ndarray):
        return x
    if x.ndim != len(place):
        return x[broadcast(x.shape, place)]
    return x[place]


def elements(args, place):
    if len(args) == 0:
        return ()
    return (element(args[0], place),) + elements(args[1:], place)


# The result goes to the last argument, whose shape the others are broadcast to.
def vectorized(function, cores, *args):
    out = args[-1]
    if all_alike(args, out.shape):
        for i in range(*share(out.size)):
            place = place_of(uint64(i), out.shape)
            out[place] = function(*elements(args[:-1], place))
        return
    if not all_fit(args, cores, out.shape):
        raise ValueError("the shapes of the arguments cannot be broadcast to that of the last one")
    for i in range(*share(out.size)):
        place = place_of(uint64(i), out.shape)
        out[place] = function(*parts(args[:-1], cores[:-1], place))


# The first `loops` dimensions of the last argument are those of the loop.
def generalized(function, cores, loops, pairs, *args):
    whole = args[-1].shape[:loops]
    if not same_extents(args, pairs):
        raise ValueError("dimensions of one name in the layout, or the outer ones of results, differ")
    if not all_fit(args, cores, whole):
        raise ValueError("the outer dimensions of the arguments cannot be broadcast to those of the last one")
    for i in range(*share(product(whole))):
        function(*parts(args, cores, place_of(uint64(i), whole)))


# Each block leaves the reduction of its share in its element of `res`: with one block, or one element, that is all.
# `init` is in the first one, and in those of blocks without a share; None is 0. `size` says how many elements are meant, None
# all. A tree in shared memory; see Harris, Optimizing Parallel Reduction in CUDA, 2007.
def reduced(function, arr, res, init, size):
    if size is not None:
        arr = arr[:size]
    if init is None:
        init = 0
    values = shared.array(1024, arr.dtype)
    blocks = min(grid_size(), res.size)
    block = block_number()
    thread = thread_number()
    threads = block_size()
    if block >= blocks:
        return
    first = block * threads + thread
    width = max(min(threads, arr.size - block * threads), int64(0))
    if thread < width:
        value = arr[first]
        for i in range(first + blocks * threads, arr.size, blocks * threads):
            value = function(value, arr[i])
        values[thread] = value
    syncthreads()
    while width > 1:
        half = (width + 1) // 2
        if thread < width - half:
            values[thread] = function(values[thread], values[thread + half])
        width = half
        syncthreads()
    if thread == 0:
        if arr.size <= block * threads:
            res[block] = arr.dtype.type(init)
        elif block == 0:
            res[block] = function(arr.dtype.type(init), values[0])
        else:
            res[block] = values[0]
