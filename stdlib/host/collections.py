"""collections for host programs."""

import _host

_MISSING = object()


def _from_keys(cls, iterable, value=None):
    made = cls()
    for key in iterable:
        made[key] = value
    return made


def _or(self, other):
    if not isinstance(other, dict):
        return NotImplemented
    made = self.copy()
    made.update(other)
    return made


def _ior(self, other):
    self.update(other)
    return self


class OrderedDict(dict):
    _host_whole = True
    fromkeys = classmethod(_from_keys)
    __or__, __ior__ = _or, _ior

    def __ror__(self, other):
        return _or(self.__class__(other), self) if isinstance(other, dict) else NotImplemented

    def move_to_end(self, key, last=True):
        value = self[key]
        if last:
            del self[key]
            self[key] = value
            return
        items = [(k, v) for k, v in self.items() if k != key]
        self.clear()
        self[key] = value
        for k, v in items:
            self[k] = v

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = list(self)[-1 if last else 0]
        return key, self.pop(key)

    def copy(self):
        return self.__class__(self)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __reversed__(self):
        return reversed(list(self.keys()))

    def __repr__(self):
        return f"OrderedDict({dict.__repr__(self)})"


class defaultdict(dict):
    _host_whole = True
    fromkeys = classmethod(_from_keys)
    __or__, __ior__ = _or, _ior

    def __ror__(self, other):
        return _or(type(self)(self.default_factory, other), self) if isinstance(other, dict) else NotImplemented

    def __init__(self, default_factory=None, /, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        dict.__init__(self, *args, **keywords)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict.__repr__(self)})"


class Counter(dict):
    _host_whole = True

    def __init__(self, iterable=None, /, **keywords):
        dict.__init__(self)
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **keywords):
        self._count(iterable)
        if keywords:
            self._count(keywords)

    def _count(self, iterable):
        if iterable is None:
            return
        if isinstance(iterable, dict):
            for key, number in iterable.items():
                self[key] = self.get(key, 0) + number
            return
        for key in iterable:
            self[key] = self.get(key, 0) + 1

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:max(n, 0)]

    def copy(self):
        return self.__class__(self)

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] == other[key] for key in {**self, **other}])

    def __ne__(self, other):
        return not self == other

    def _unmodelled(self, *args, **keywords):
        _host.unknown("this operation of a Counter is not followed")

    fromkeys = __ror__ = subtract = elements = total = __add__ = __sub__ = __or__ = __and__ = __iadd__ = __isub__ = __ior__ = __iand__ = __le__ = __lt__ = __ge__ = __gt__ = __pos__ = __neg__ = _unmodelled

    def __repr__(self):
        if not self:
            return "Counter()"
        return f"Counter({dict(self.most_common())!r})"


class deque:
    __hash__ = None

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self._items = []
        self._limit = maxlen
        self.extend(iterable)

    @property
    def maxlen(self):
        return self._limit

    def append(self, x):
        self._items.append(x)
        if self._limit is not None and len(self._items) > self._limit:
            del self._items[0]

    def appendleft(self, x):
        self._items.insert(0, x)
        if self._limit is not None and len(self._items) > self._limit:
            self._items.pop()

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items[:] = self._items[len(self._items) - n:] + self._items[:len(self._items) - n]

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        return self._items[i]

    def _unmodelled(self, *args):
        _host.unknown("this operation of a deque is not followed")

    __delitem__ = __add__ = __iadd__ = __mul__ = __imul__ = __lt__ = __le__ = __gt__ = __ge__ = __copy__ = _unmodelled

    def __setitem__(self, i, x):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        self._items[i] = x

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __repr__(self):
        limit = "" if self._limit is None else f", maxlen={self._limit}"
        return f"deque({self._items!r}{limit})"


def _field_getter(place):
    return property(lambda self: tuple.__getitem__(self, place))


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    names = field_names.replace(",", " ").split() if isinstance(field_names, str) else [str(each) for each in field_names]
    if rename:
        _host.unknown("names that namedtuple makes are not followed")
    for name in names:
        if not name.isidentifier() or name.startswith("_") or names.count(name) > 1 or _host.is_keyword(name):
            raise ValueError(f"not a field name: {name!r}")
    given = () if defaults is None else tuple(defaults)
    if len(given) > len(names):
        raise TypeError("Got more default values than field names")
    start = len(names) - len(given)
    held = {names[start + i]: given[i] for i in range(len(given))}
    fields = tuple(names)

    def __new__(cls, *args, **keywords):
        if len(args) > len(fields):
            raise TypeError(f"{typename} takes {len(fields)} positional arguments but {len(args)} were given")
        values = list(args)
        for name in fields[len(args):]:
            if name in keywords:
                values.append(keywords.pop(name))
            elif name in held:
                values.append(held[name])
            else:
                raise TypeError(f"missing required argument: {name!r}")
        if keywords:
            raise TypeError("got an unexpected keyword argument")
        return tuple.__new__(cls, values)

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != len(fields):
            raise TypeError(f"Expected {len(fields)} arguments, got {len(values)}")
        return tuple.__new__(cls, values)

    def _replace(self, /, **keywords):
        values = [keywords.pop(name, self[i]) for i, name in enumerate(fields)]
        if keywords:
            raise ValueError(f"Got unexpected field names: {list(keywords)!r}")
        return tuple.__new__(type(self), values)

    def _asdict(self):
        return {name: self[i] for i, name in enumerate(fields)}

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join([f"{name}={self[i]!r}" for i, name in enumerate(fields)]) + ")"

    space = {"__new__": __new__, "_make": classmethod(_make), "_replace": _replace, "_asdict": _asdict, "__repr__": __repr__,
             "_fields": fields, "_field_defaults": held, "__match_args__": fields, "__slots__": ()}
    for place, name in enumerate(fields):
        space[name] = _field_getter(place)
    return type(typename, (tuple,), space)
