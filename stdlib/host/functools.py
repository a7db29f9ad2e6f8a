"""functools for host programs."""

_MISSING = object()
WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__")

def reduce(function, iterable, *initial):
    if len(initial) > 1:
        raise TypeError("reduce expected at most 3 arguments")
    values = iter(iterable)
    value = initial[0] if initial else next(values, _MISSING)
    if value is _MISSING:
        raise TypeError("reduce() of empty iterable with no initial value")
    for each in values:
        value = function(value, each)
    return value

class partial:
    _host_code = True

    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            func, args, keywords = func.func, func.args + args, {**func.keywords, **keywords}
        self.func, self.args, self.keywords = func, args, keywords

    def __call__(self, /, *args, **keywords): return self.func(*self.args, *args, **{**self.keywords, **keywords})

def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=("__dict__",)):
    for name in assigned:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    if updated:
        for name, value in getattr(wrapped, "__dict__", {}).items():
            setattr(wrapper, name, value)
    wrapper.__wrapped__ = wrapped
    return wrapper

def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=("__dict__",)):
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)

def _key(args, keywords, typed):
    if not keywords and not typed and len(args) == 1 and type(args[0]) in (int, str):
        return args[0]
    key = (args, tuple(keywords.items()))
    if typed:
        key = (key, tuple([type(v) for v in args]), tuple([type(v) for v in keywords.values()]))
    return key

def _cached(function, maxsize, typed):
    held = {}
    counts = [0, 0]

    def wrapper(*args, **keywords):
        key = _key(args, keywords, typed)
        is_held = key in held
        counts[0 if is_held else 1] += 1
        value = held.pop(key) if is_held else function(*args, **keywords)
        # The last used one stands last.
        held[key] = value
        if maxsize is not None and len(held) > maxsize:
            del held[next(iter(held))]
        return value

    def cache_clear():
        held.clear()
        counts[:] = [0, 0]

    def cache_info():
        import collections
        kind = collections.namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])
        return kind(counts[0], counts[1], maxsize, len(held))

    wrapper.cache_clear = cache_clear
    wrapper.cache_info = cache_info
    return update_wrapper(wrapper, function)

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    return lambda function: _cached(function, None if maxsize is None else max(maxsize, 0), typed)

def cache(user_function, /): return _cached(user_function, None, False)

class cached_property:
    _host_code = True
    attrname = None

    def __init__(self, func): self.func = func
    def __set_name__(self, owner, name): self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value

# What one order makes of the others: the strict one, that with equality, and the opposite.
_ORDERS = {"__lt__": ("__gt__", "__le__", "__ge__"), "__le__": ("__lt__", "__ge__", "__gt__"),
           "__gt__": ("__lt__", "__ge__", "__le__"), "__ge__": ("__gt__", "__le__", "__lt__")}

def _derived(root, place):
    def method(self, other):
        given = getattr(type(self), root)(self, other)
        result = given if given is NotImplemented or place < 2 and (place == 1) == (root in ("__lt__", "__gt__")) else not given
        return result if given is NotImplemented or place == 2 else result or self == other if place else result and self != other
    return method

def total_ordering(cls):
    roots = [name for name in _ORDERS if any([name in each.__dict__ for each in cls.__mro__[:-1]])]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for place, name in enumerate(_ORDERS[roots[0]]):
        if name not in roots:
            setattr(cls, name, _derived(roots[0], place))
    return cls

def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj): self.obj = obj

        __lt__ = lambda self, other: mycmp(self.obj, other.obj) < 0
        __gt__ = lambda self, other: mycmp(self.obj, other.obj) > 0
        __eq__ = lambda self, other: mycmp(self.obj, other.obj) == 0
        __le__ = lambda self, other: mycmp(self.obj, other.obj) <= 0
        __ge__ = lambda self, other: mycmp(self.obj, other.obj) >= 0

    return K
