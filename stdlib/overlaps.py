# What `dst[...] = src` and `dst += src` do where both may lie in the same memory: the result is that of a copy of `src`, and
# there is no memory for one. `src` has the shape of `dst`, with strides of 0 where it is broadcast. `operation` is that of an
# assignment like `+=`, None for `=`. Elements are numbered in the order of C.
#
# Storing an element destroys what lies in its place. So an element goes before its successor, the one whose place it reads.
# Where no two elements read one place, successors form chains and circles; Knuth, The Art of Computer Programming 1.3.3.
from kernelc import *


# Takes an array's dimensions by their steps, widest first: extent, step and what a step adds to the number of an element.
# Dimensions that do not move, here or in the other array, have one element. Gives the place of the lowest element, in bytes
# from the first one, and its number.
def sort_steps(shape, strides, other_strides, table):
    lowest = int64(0)
    number = int64(0)
    weight = int64(1)
    count = int64(0)
    for i in range(len(shape)):
        d = len(shape) - 1 - i
        extent = int64(shape[d])
        step = int64(strides[d])
        own = weight
        weight *= extent
        if step == 0 or extent == 1 or other_strides[d] == 0:
            extent = int64(1)
            step = int64(0)
        if step < 0:
            lowest += (extent - 1) * step
            number += (extent - 1) * own
            step = -step
            own = -own
        row = count
        while row > 0 and table[row - 1, 1] < step:
            table[row, 0] = table[row - 1, 0]
            table[row, 1] = table[row - 1, 1]
            table[row, 2] = table[row - 1, 2]
            row -= 1
        table[row, 0] = extent
        table[row, 1] = step
        table[row, 2] = own
        count += 1
    return lowest, number


# Where an element lies, in bytes from the first one.
def place_of(number, shape, strides):
    place = int64(0)
    for i in range(len(shape)):
        d = len(shape) - 1 - i
        place += number % int64(shape[d]) * int64(strides[d])
        number //= int64(shape[d])
    return place


# The element at a place, in bytes from the lowest one, whose number is `number`; -1: there is none.
def number_at(place, number, table):
    for row in range(table.shape[0]):
        if table[row, 1] > 0:
            index = place // table[row, 1]
            if index < 0 or index >= table[row, 0]:
                return int64(-1)
            place -= index * table[row, 1]
            number += index * table[row, 2]
    return number if place == 0 else int64(-1)


# Element number `turn` in the order of places.
def number_in_order(turn, number, table):
    for i in range(table.shape[0]):
        row = table.shape[0] - 1 - i
        number += turn % table[row, 0] * table[row, 2]
        turn //= table[row, 0]
    return number


# The element that reads the same place as this one and has number 0 in all dimensions that are repeated.
def first_reader(number, shape, strides):
    result = int64(0)
    weight = int64(1)
    for i in range(len(shape)):
        d = len(shape) - 1 - i
        if strides[d] != 0:
            result += number % int64(shape[d]) * weight
        weight *= int64(shape[d])
        number //= int64(shape[d])
    return result


def is_repeated(shape, strides):
    for d in range(len(shape)):
        if strides[d] == 0 and shape[d] != 1:
            return True
    return False


def same_steps(shape, left, right):
    for d in range(len(shape)):
        if left[d] != right[d] and shape[d] != 1:
            return False
    return True


def store(dst, value, number, operation):
    if operation is None:
        dst.flat[number] = value
    else:
        dst.flat[number] = operation(dst.flat[number], value)


# How many successors follow, up to the end or to a circle. See Floyd's algorithm, Knuth 3.1, exercise 6.
def depth(start, successor):
    slow = start
    fast = start
    meets = False
    while fast >= 0 and not meets:
        fast = successor(fast)
        if fast >= 0:
            fast = successor(fast)
        if fast >= 0:
            slow = successor(slow)
            meets = slow == fast
    count = int64(0)
    at = start
    if meets:
        while at != fast:
            at = successor(at)
            fast = successor(fast)
            count += 1
        return count
    at = successor(at)
    while at >= 0:
        at = successor(at)
        count += 1
    return count


# Whether the element is the lowest one of a circle. Both directions at once: in most chains one of them soon leads lower.
def heads_circle(start, successor, reader):
    after = successor(start)
    before = reader(start)
    while after > start and before > start:
        after = successor(after)
        before = reader(before)
    return after == start


def store_circle(dst, src, start, operation, successor):
    held = local.array(1, src.dtype)
    last = start
    after = successor(last)
    while after != start:
        last = after
        after = successor(last)
    held[0] = src.flat[last]
    at = start
    while at != last:
        store(dst, src.flat[at], at, operation)
        at = successor(at)
    store(dst, held[0], last, operation)


# Where several elements read one place: by the length of what follows them.
def store_by_depth(dst, src, operation, successor, reader):
    size = int64(dst.size)
    deepest = int64(0)
    for at in range(size):
        if reader(at) < 0:
            store(dst, src.flat[at], at, operation)
        else:
            deepest = max(deepest, depth(at, successor))
    for i in range(deepest + 1):
        for at in range(size):
            if reader(at) >= 0 and depth(at, successor) == deepest - i:
                after = successor(at)
                if i < deepest or after < 0:
                    store(dst, src.flat[at], at, operation)
                else:
                    while after > at:
                        after = successor(after)
                    if after == at:
                        store_circle(dst, src, at, operation, successor)


# The first byte and the one behind the last.
def ends(a):
    first = int64(a.ctypes.data)
    last = first + a.itemsize
    for d in range(a.ndim):
        span = (int64(a.shape[d]) - 1) * int64(a.strides[d])
        if span < 0:
            first += span
        else:
            last += span
    return first, last


# Whether the arrays may have memory in common. The compiler answers it where it can; see compiler/kir/overlap.h.
def meet(dst, src):
    first, last = ends(dst)
    other_first, other_last = ends(src)
    return first < other_last and other_first < last


def assign(dst, src, operation):
    size = int64(dst.size)
    if size == 0:
        return
    shape = dst.shape
    strides = dst.strides
    source_strides = src.strides
    places = local.array((dst.ndim, 3), int64)
    sources = local.array((dst.ndim, 3), int64)
    lowest, number = sort_steps(shape, strides, strides, places)
    source_lowest, source_number = sort_steps(shape, source_strides, source_strides, sources)
    apart = int64(src.ctypes.data) - int64(dst.ctypes.data)
    if same_steps(shape, strides, source_strides):
        for i in range(size):
            at = number_in_order(i if apart > 0 else size - 1 - i, number, places)
            store(dst, src.flat[at], at, operation)
        return

    # The element that lies where this one reads, and one that reads where this one lies.
    def successor(at):
        return number_at(apart + place_of(at, shape, source_strides) - lowest, number, places)

    def reader(at):
        return number_at(place_of(at, shape, strides) - apart - source_lowest, source_number, sources)

    repeats = is_repeated(shape, source_strides)
    if operation is not None:
        if repeats:
            store_by_depth(dst, src, operation, successor, reader)
            return
    # The first of the elements that read one place gets it, and the others take it from there.
    if repeats:
        lowest, number = sort_steps(shape, strides, source_strides, places)
    for start in range(size):
        if first_reader(start, shape, source_strides) == start:
            if reader(start) < 0:
                at = start
                while at >= 0:
                    after = successor(at)
                    store(dst, src.flat[at], at, operation)
                    at = after
            elif heads_circle(start, successor, reader):
                store_circle(dst, src, start, operation, successor)
    if repeats:
        for at in range(size):
            first = first_reader(at, shape, source_strides)
            if first != at:
                dst.flat[at] = dst.flat[first]
