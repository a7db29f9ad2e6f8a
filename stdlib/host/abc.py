"""abc, collections.abc and numbers for host programs."""

import _host

def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    # Attributes that Python itself gives functions are not asked for: they may reach what the function does.
    funcobj._host_abstract = True
    return funcobj

def _is_abstract(value):
    if isinstance(value, property):
        return any([_is_abstract(each) for each in (value.fget, value.fset, value.fdel)])
    if isinstance(value, (classmethod, staticmethod)):
        value = value.__func__
    return bool(getattr(value, "_host_abstract", False))

class ABCMeta(type):
    def __new__(mcs, name, bases, space, /, **keywords):
        cls = super().__new__(mcs, name, bases, space, **keywords)
        abstract = [key for key, value in space.items() if _is_abstract(value)]
        for base in bases:
            for key in getattr(base, "__abstractmethods__", ()):
                if key not in abstract and _is_abstract(getattr(cls, key, None)) and _is_abstract(_found(cls, key)):
                    abstract.append(key)
        type.__setattr__(cls, "__abstractmethods__", tuple(abstract))
        return cls

    def __call__(cls, *args, **keywords):
        if cls.__abstractmethods__:
            raise TypeError(f"Can't instantiate abstract class {cls.__name__}")
        return super().__call__(*args, **keywords)

    def register(cls, subclass): _host.unknown("ABCMeta.register is not followed")

def _found(cls, name):
    """The attribute of the class as it stands in the class that has it."""
    for each in cls.__mro__:
        if name in each.__dict__:
            return each.__dict__[name]
    return None

class ABC(metaclass=ABCMeta):
    __slots__ = ()
    _host_whole = True

# --- collections.abc and numbers: for annotations, and what the plain types are

_PLAIN = (int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset, range, type(None))

class _Abstract(type):
    def __new__(mcs, name, bases, space, held=()):
        _host.unknown_if(bases, "classes of abstract ones are not followed")
        cls = super().__new__(mcs, name, bases, space)
        type.__setattr__(cls, "_held", held)
        return cls

    def __instancecheck__(cls, x):
        _host.unknown_if(not cls._held or type(x) not in _PLAIN, "whether this is an object of an abstract class is not followed")
        return isinstance(x, cls._held)

    def __subclasscheck__(cls, x): _host.unknown("subclasses of abstract classes are not followed")
    def __getitem__(cls, item): return cls

_PARTED = (str, bytes, list, tuple, range)
_HELD = {"Number": (int, float, complex), "Complex": (int, float, complex), "Real": (int, float), "Rational": int, "Integral": int,
         "Mapping": dict, "MutableMapping": dict, "Sequence": _PARTED, "MutableSequence": list, "Set": (set, frozenset),
         "MutableSet": set, **dict.fromkeys(["Collection", "Container", "Iterable", "Sized"], (*_PARTED, dict, set, frozenset)),
         **dict.fromkeys(["Awaitable", "Callable", "Generator", "Hashable", "Iterator"], ())}
for _name, _types in _HELD.items():
    globals()[_name] = _Abstract(_name, (), {}, _types)
