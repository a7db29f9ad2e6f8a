"""functools for host programs."""

import _host

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__")


def reduce(function, iterable, *initial):
    iterator = iter(iterable)
    if len(initial) > 1:
        raise TypeError("reduce expected at most 3 arguments")
    if initial:
        value = initial[0]
    else:
        try:
            value = next(iterator)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    for element in iterator:
        value = function(value, element)
    return value


class partial:
    _host_code = True

    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


class partialmethod:
    _host_code = True

    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, instance, owner=None):
        function = self.func
        if instance is None or not callable(function):
            _host.unknown("functools.partialmethod of a class is not followed")
        return lambda *args, **keywords: function(instance, *self.args, *args, **{**self.keywords, **keywords})


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=("__dict__",)):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
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
        if key in held:
            counts[0] += 1
            value = held[key]
            if maxsize is not None:
                # The last used one stands last.
                del held[key]
                held[key] = value
            return value
        counts[1] += 1
        value = function(*args, **keywords)
        if maxsize is None or maxsize > 0:
            if maxsize is not None and key not in held and len(held) >= maxsize:
                del held[next(iter(held))]
            held[key] = value
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
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    return lambda function: _cached(function, maxsize, typed)


def cache(user_function, /):
    return _cached(user_function, None, False)


class cached_property:
    _host_code = True

    def __init__(self, func):
        self.func = func
        self.attrname = None

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

    return K


def _negated(name):
    def method(self, other):
        value = getattr(type(self), name)(self, other)
        return value if value is NotImplemented else not value
    return method


def _or_equal(name):
    def method(self, other):
        value = getattr(type(self), name)(self, other)
        return value if value is NotImplemented else value or self == other
    return method


def _and_not_equal(name, negated):
    def method(self, other):
        value = getattr(type(self), name)(self, other)
        if value is NotImplemented:
            return value
        return (not value if negated else value) and self != other
    return method


def _not_or_equal(name):
    def method(self, other):
        value = getattr(type(self), name)(self, other)
        return value if value is NotImplemented else not value or self == other
    return method


def total_ordering(cls):
    # In the order of preference: what each of them gives the other three.
    ways = {
        "__lt__": [("__gt__", _and_not_equal("__lt__", True)), ("__le__", _or_equal("__lt__")), ("__ge__", _negated("__lt__"))],
        "__le__": [("__ge__", _not_or_equal("__le__")), ("__lt__", _and_not_equal("__le__", False)), ("__gt__", _negated("__le__"))],
        "__gt__": [("__lt__", _and_not_equal("__gt__", True)), ("__ge__", _or_equal("__gt__")), ("__le__", _negated("__gt__"))],
        "__ge__": [("__le__", _not_or_equal("__ge__")), ("__gt__", _and_not_equal("__ge__", False)), ("__lt__", _negated("__ge__"))],
    }
    defined = [name for name in ("__lt__", "__le__", "__gt__", "__ge__")
               if getattr(cls, name, None) is not getattr(object, name, None)]
    if not defined:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for name, method in ways[defined[0]]:
        if name not in defined:
            setattr(cls, name, method)
    return cls


def singledispatch(function):
    registry = {object: function}

    def dispatch(cls):
        for each in cls.__mro__:
            if each in registry:
                return registry[each]
        return function

    def register(cls, implementation=None):
        if not isinstance(cls, type):
            _host.unknown("singledispatch by annotations is not followed")
        if implementation is None:
            return lambda given: register(cls, given)
        registry[cls] = implementation
        return implementation

    def wrapper(*args, **keywords):
        if not args:
            raise TypeError(f"{function.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **keywords)

    wrapper.register = register
    wrapper.dispatch = dispatch
    return update_wrapper(wrapper, function)
