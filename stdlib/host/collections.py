"""collections for host programs."""

import _host

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

    def copy(self): return self.__class__(self)
    def __ne__(self, other): return not self == other
    def __reversed__(self): return reversed(list(self.keys()))
    def __repr__(self): _host.unknown("the text of an OrderedDict depends on Python's version")
    def __ror__(self, other): return _or(self.__class__(other), self) if isinstance(other, dict) else NotImplemented

    def __eq__(self, other):
        is_reordered = isinstance(other, OrderedDict) and list(self) != list(other)
        return False if is_reordered else dict.__eq__(self, other)

    def move_to_end(self, key, last=True):
        if key not in self:
            raise KeyError(key)
        for each in [key] if last else [each for each in self if each != key]:
            self[each] = self.pop(each)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = list(self)[-1 if last else 0]
        return key, self.pop(key)

class defaultdict(dict):
    _host_whole = True
    fromkeys = classmethod(_from_keys)
    __or__, __ior__ = _or, _ior

    def copy(self): return type(self)(self.default_factory, self)
    def __repr__(self): return f"defaultdict({self.default_factory!r}, {dict.__repr__(self)})"

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

def _counts(combine):
    def method(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(key, combine(self[key], other[key])) for key in {**self, **other}]
        return Counter({key: number for key, number in pairs if number > 0})
    return method

class Counter(dict):
    _host_whole = True

    def copy(self): return self.__class__(self)
    def __missing__(self, key): return 0
    def __ne__(self, other): return not self == other
    def __repr__(self): return f"Counter({dict(self.most_common())!r})" if self else "Counter()"
    def _unmodelled(self, *args, **keywords): _host.unknown("this operation of a Counter is not followed")
    def total(self): return sum(self.values())
    def elements(self): return (key for key, number in self.items() for _ in range(number))

    fromkeys = subtract = __pos__ = __neg__ = __le__ = __lt__ = __ge__ = __gt__ = _unmodelled
    __ror__ = __iadd__ = __isub__ = __ior__ = __iand__ = _unmodelled
    __add__, __sub__ = _counts(lambda a, b: a + b), _counts(lambda a, b: a - b)
    __or__, __and__ = _counts(max), _counts(min)

    def __init__(self, iterable=None, /, **keywords):
        dict.__init__(self)
        self.update(iterable, **keywords)

    def update(self, iterable=None, /, **keywords):
        for given in (() if iterable is None else iterable, keywords):
            for key, number in given.items() if isinstance(given, dict) else [(key, 1) for key in given]:
                self[key] = self.get(key, 0) + number

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:max(n, 0)]

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] == other[key] for key in {**self, **other}])

class ChainMap:
    def __init__(self, *maps): self.maps = list(maps) or [{}]
    def __missing__(self, key): raise KeyError(key)
    def __getitem__(self, key):
        joined = self._joined()
        return joined[key] if key in joined else self.__missing__(key)
    def __setitem__(self, key, value): self.maps[0][key] = value
    def new_child(self, m=None): return type(self)({} if m is None else m, *self.maps)
    def _unmodelled(self, *args): _host.unknown("this operation of a ChainMap is not followed")

    def _joined(self):
        joined = {}
        for each in reversed(self.maps):
            joined.update(each)
        return joined

    parents = property(lambda self: type(self)(*self.maps[1:]))
    __delitem__ = __eq__ = __or__ = __ror__ = __ior__ = __repr__ = __hash__ = __reversed__ = _unmodelled

def _of_joined(name): return lambda self, *args: getattr(self._joined(), name)(*args)

for _name in "__contains__ __iter__ __len__ get items keys values".split():
    setattr(ChainMap, _name, _of_joined(_name))

def _place(i):
    if isinstance(i, slice):
        raise TypeError("sequence index must be integer, not 'slice'")
    return i

class deque:
    __hash__ = None
    maxlen = property(lambda self: self._limit)

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self._items, self._limit = [], maxlen
        self.extend(iterable)

    def _put(self, place, x, other_end):
        self._items.insert(place, x)
        if self._limit is not None and len(self._items) > self._limit:
            del self._items[other_end]

    def _taken(self, end):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(end)

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def rotate(self, n=1):
        n = n % len(self._items) if self._items else 0
        self._items[:] = self._items[-n:] + self._items[:-n]

    def append(self, x): self._put(len(self._items), x, 0)
    def appendleft(self, x): self._put(0, x, -1)
    def pop(self): return self._taken(-1)
    def popleft(self): return self._taken(0)
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def __reversed__(self): return reversed(self._items)
    def __contains__(self, x): return x in self._items
    def __getitem__(self, i): return self._items[_place(i)]
    def __setitem__(self, i, x): self._items[_place(i)] = x
    def __eq__(self, other): return self._items == other._items if isinstance(other, deque) else NotImplemented
    def _unmodelled(self, *args): _host.unknown("this operation of a deque is not followed")

    __delitem__ = __add__ = __iadd__ = __mul__ = __imul__ = __lt__ = __le__ = __gt__ = __ge__ = __copy__ = _unmodelled

    def __repr__(self): return f"deque({self._items!r}{'' if self._limit is None else f', maxlen={self._limit}'})"

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    names = field_names.replace(",", " ").split() if isinstance(field_names, str) else [str(each) for each in field_names]
    _host.unknown_if(rename, "names that namedtuple makes are not followed")
    for name in names:
        if not name.isidentifier() or name.startswith("_") or names.count(name) > 1 or _host.is_keyword(name):
            raise ValueError(f"not a field name: {name!r}")
    fields, given = tuple(names), tuple(defaults or ())
    if len(given) > len(fields):
        raise TypeError("Got more default values than field names")
    held = dict(zip(fields[len(fields) - len(given):], given))

    def __new__(cls, *args, **keywords):
        rest, known = fields[len(args):], {**held, **keywords}
        is_known = all([name in known for name in rest]) and all([name in rest for name in keywords])
        if not is_known or len(args) > len(fields):
            raise TypeError(f"the arguments of {typename} are not its fields")
        return tuple.__new__(cls, [*args, *[known[name] for name in rest]])

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

    def _asdict(self): return {name: self[i] for i, name in enumerate(fields)}
    def __repr__(self): return type(self).__name__ + "(" + ", ".join([f"{name}={self[i]!r}" for i, name in enumerate(fields)]) + ")"

    space = {"__new__": __new__, "_make": classmethod(_make), "_replace": _replace, "_asdict": _asdict, "__repr__": __repr__,
             "_fields": fields, "_field_defaults": held, "__match_args__": fields, "__slots__": ()}
    for place, name in enumerate(fields):
        space[name] = property(lambda self, place=place: tuple.__getitem__(self, place))
    return type(typename, (tuple,), space)
