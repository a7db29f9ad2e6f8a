"""copy for host programs."""

import _host

_ATOMIC = (type(None), bool, int, float, complex, str, bytes, type, range, slice, property)
_PROTOCOLS = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__", "__getnewargs_ex__")

def _is_atomic(x): return isinstance(x, _ATOMIC) and not hasattr(x, "__dict__") or isinstance(x, type) or _host.is_code(x)

def _blank(x):
    """An instance of the class of x without attributes."""
    cls = type(x)
    for each in cls.__mro__:
        if each is object:
            continue
        held = getattr(each, "__dict__", {})
        if any([name in held for name in _PROTOCOLS]) or "__slots__" in held and held["__slots__"]:
            _host.unknown("this class says how it is copied")
        if isinstance(x, (int, float, str, bytes, tuple, frozenset, set, BaseException)):
            _host.unknown("copies of subclasses of builtin types are not followed")
    return cls.__new__(cls)

def copy(x):
    cls = type(x)
    if cls in (list, dict, set, bytearray) or _host.is_array(x):
        return x.copy()
    if cls is tuple or cls is frozenset or x is ... or _is_atomic(x):
        return x
    if hasattr(cls, "__copy__"):
        return x.__copy__()
    made = _blank(x)
    _fill_base(x, made, lambda each: each)
    made.__dict__.update(x.__dict__)
    return made

def _fill_base(x, made, convert):
    if isinstance(x, list):
        made.extend([convert(each) for each in list.__iter__(x)])
    elif isinstance(x, dict):
        for key, value in dict.items(x):
            dict.__setitem__(made, convert(key), convert(value))

def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if _is_atomic(x):
        return x
    key = _host.identity(x)
    if key not in memo:
        memo.setdefault(key, _deep(x, key, memo))
    return memo[key]

def _deep(x, key, memo):
    cls = type(x)
    convert = lambda each: deepcopy(each, memo)
    if cls is tuple:
        parts = [convert(each) for each in x]
        return x if all([a is b for a, b in zip(parts, x)]) else tuple(parts)
    if cls in (set, frozenset):
        return cls([convert(each) for each in x])
    if cls is bytearray or _host.is_array(x):
        return x.copy()
    if hasattr(cls, "__deepcopy__"):
        return x.__deepcopy__(memo)
    # What may hold itself is known before its parts are copied.
    made = cls() if cls in (list, dict) else _blank(x)
    memo[key] = made
    if cls not in (list, dict):
        made.__dict__.update({name: convert(value) for name, value in x.__dict__.items()})
    _fill_base(x, made, convert)
    return made
