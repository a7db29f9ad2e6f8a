"""itertools for host programs."""

_MISSING = object()

def _flat(iterables):
    for each in iterables:
        yield from each

def chain(*iterables): return _flat(iterables)

chain.from_iterable = _flat

def count(start=0, step=1):
    while True:
        yield start
        start = start + step

def repeat(object, times=None):
    for _ in count() if times is None else range(times):
        yield object

def cycle(iterable):
    held = []
    for each in iterable:
        held.append(each)
        yield each
    while held:
        yield from held

def takewhile(predicate, iterable):
    for each in iterable:
        if not predicate(each):
            return
        yield each

def dropwhile(predicate, iterable):
    iterator = iter(iterable)
    for each in iterator:
        if not predicate(each):
            yield each
            yield from iterator

def compress(data, selectors): return (each for each, is_kept in zip(data, selectors) if is_kept)
def filterfalse(function, iterable): return (each for each in iterable if not (each if function is None else function(each)))

def accumulate(iterable, func=None, *, initial=None):
    iterator = iter(iterable)
    total = next(iterator, _MISSING) if initial is None else initial
    if total is _MISSING:
        return
    yield total
    for each in iterator:
        total = total + each if func is None else func(total, each)
        yield total

def islice(iterable, *bounds):
    if not 1 <= len(bounds) <= 3:
        raise TypeError("islice expected at least 2 arguments")
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, None)[:3]
    start, step = start or 0, 1 if step is None else step
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iterable, start, stop, step)

def _islice(iterable, start, stop, step):
    # What lies before the end is used up, as there.
    iterator = iter(iterable)
    place = 0
    while stop is None or place < max(start, stop):
        each = next(iterator, _MISSING)
        if each is _MISSING:
            return
        if place >= start and (place - start) % step == 0:
            yield each
        place += 1

def _choices(pools, following, held=()):
    """Tuples of one of each pool, in order; `following` says which places of the next pool may follow those held."""
    if len(held) == len(pools):
        yield tuple([pool[i] for pool, i in zip(pools, held)])
        return
    for i in following(held, len(pools[len(held)])):
        yield from _choices(pools, following, (*held, i))

def product(*iterables, repeat=1): return _choices([tuple(each) for each in iterables] * repeat, lambda held, count: range(count))

def permutations(iterable, r=None):
    pool = tuple(iterable)
    return _choices([pool] * (len(pool) if r is None else r), lambda held, count: [i for i in range(count) if i not in held])

def combinations(iterable, r): return _choices([tuple(iterable)] * r, lambda held, count: range(held[-1] + 1 if held else 0, count))

def combinations_with_replacement(iterable, r):
    return _choices([tuple(iterable)] * r, lambda held, count: range(held[-1] if held else 0, count))

def groupby(iterable, key=None):
    # A group ends when the next one is asked for; all is read from one iterator.
    pairs = _keyed(iterable, key)
    state = [next(pairs, _MISSING), None]

    def group(wanted, token):
        while state[1] is token and state[0] is not _MISSING and state[0][0] == wanted:
            each = state[0][1]
            state[0] = next(pairs, _MISSING)
            yield each

    while state[0] is not _MISSING:
        wanted, token = state[0][0], object()
        state[1] = token
        yield wanted, group(wanted, token)
        for _ in group(wanted, token):
            pass

def _keyed(iterable, key):
    for each in iterable:
        yield each if key is None else key(each), each

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
