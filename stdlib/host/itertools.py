"""itertools for host programs."""

_MISSING = object()


def chain(*iterables):
    for each in iterables:
        yield from each


def _chain_from_iterable(iterables):
    for each in iterables:
        yield from each


chain.from_iterable = _chain_from_iterable


def count(start=0, step=1):
    while True:
        yield start
        start = start + step


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def accumulate(iterable, func=None, *, initial=None):
    iterator = iter(iterable)
    total = initial
    if initial is None:
        total = next(iterator, _MISSING)
        if total is _MISSING:
            return
    yield total
    for each in iterator:
        total = total + each if func is None else func(total, each)
        yield total


def islice(iterable, *bounds):
    if not 1 <= len(bounds) <= 3:
        raise TypeError("islice expected at least 2 arguments")
    start, stop, step = 0, bounds[0], 1
    if len(bounds) > 1:
        start, stop = bounds[0] or 0, bounds[1]
    if len(bounds) == 3:
        step = 1 if bounds[2] is None else bounds[2]
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iterable, start, stop, step)


def _islice(iterable, start, stop, step):
    iterator = iter(iterable)
    place = 0
    wanted = start
    while stop is None or wanted < stop:
        while place <= wanted:
            each = next(iterator, _MISSING)
            if each is _MISSING:
                return
            place += 1
        yield each
        wanted += step
    # What lies before the end is used up, as there.
    while stop is not None and place < stop:
        if next(iterator, _MISSING) is _MISSING:
            return
        place += 1


def product(*iterables, repeat=1):
    pools = [tuple(each) for each in iterables] * repeat
    return _product(pools, 0, ())


def _product(pools, place, held):
    if place == len(pools):
        yield held
        return
    for each in pools[place]:
        yield from _product(pools, place + 1, held + (each,))


def permutations(iterable, r=None):
    pool = tuple(iterable)
    return _permutations(pool, len(pool) if r is None else r, ())


def _permutations(pool, r, held):
    if len(held) == r:
        yield tuple([pool[i] for i in held])
        return
    for i in range(len(pool)):
        if i not in held:
            yield from _permutations(pool, r, held + (i,))


def combinations(iterable, r):
    return _combinations(tuple(iterable), r, 0, (), 1)


def combinations_with_replacement(iterable, r):
    return _combinations(tuple(iterable), r, 0, (), 0)


def _combinations(pool, r, first, held, step):
    if len(held) == r:
        yield held
        return
    for i in range(first, len(pool)):
        yield from _combinations(pool, r, i + step, held + (pool[i],), step)


def groupby(iterable, key=None):
    # A group ends when the next one is asked for; all is read from one iterator.
    iterator = iter(iterable)
    state = [next(iterator, _MISSING), None, None]
    if state[0] is _MISSING:
        return
    state[1] = state[0] if key is None else key(state[0])

    def group(wanted, token):
        while state[2] is token and state[0] is not _MISSING and state[1] == wanted:
            each = state[0]
            _advance(iterator, state, key)
            yield each

    while state[0] is not _MISSING:
        wanted = state[1]
        token = object()
        state[2] = token
        yield wanted, group(wanted, token)
        while state[0] is not _MISSING and state[1] == wanted:
            _advance(iterator, state, key)


def _advance(iterator, state, key):
    state[0] = next(iterator, _MISSING)
    if state[0] is not _MISSING:
        state[1] = state[0] if key is None else key(state[0])


def zip_longest(*iterables, fillvalue=None):
    iterators = [iter(each) for each in iterables]
    while True:
        row = [next(each, _MISSING) for each in iterators]
        if all([each is _MISSING for each in row]):
            return
        yield tuple([fillvalue if each is _MISSING else each for each in row])


def starmap(function, iterable):
    for each in iterable:
        yield function(*each)


def pairwise(iterable):
    iterator = iter(iterable)
    before = next(iterator, _MISSING)
    for each in iterator:
        yield before, each
        before = each
