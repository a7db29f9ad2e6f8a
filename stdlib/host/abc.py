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

# --- collections.abc and numbers: for annotations, and asked of instances
_NUMBERS = "Number", "Complex", "Real", "Rational", "Integral"
_METHODS = {"Callable": ["__call__"], "Collection": ["__len__", "__iter__", "__contains__"], "Container": ["__contains__"],
            "Iterable": ["__iter__"], "Iterator": ["__iter__", "__next__"], "Sized": ["__len__"]}
_SIZED = "Collection", "Container", "Iterable", "Sized"
_ALSO = {int: _NUMBERS, float: _NUMBERS[:3], complex: _NUMBERS[:2], list: (*_SIZED, "Sequence", "MutableSequence"),
         dict: (*_SIZED, "Mapping", "MutableMapping"), set: (*_SIZED, "Set", "MutableSet"), frozenset: (*_SIZED, "Set"),
         **dict.fromkeys((str, bytes, tuple, range), (*_SIZED, "Sequence"))}

class _Abstract(type):
    def __new__(mcs, name, bases, space): return type.__new__(mcs, name, bases, space) if not bases else mcs._unmodelled()
    def _unmodelled(*args): _host.unknown("what abstract classes are used for is not followed")
    def __getitem__(cls, item): return cls

    def __instancecheck__(cls, instance):
        name, kinds = cls._host_name, _host.classes(instance)
        if kinds is None or name in ("Awaitable", "Generator", "Hashable"):
            cls._unmodelled()
        has_all = name in _METHODS and all([any([each in kind.__dict__ for kind in kinds]) for each in _METHODS[name]])
        return has_all or any([name in _ALSO.get(kind, ()) for kind in kinds])

    __subclasscheck__ = __call__ = _unmodelled

for _name in ("Awaitable Callable Collection Complex Container Generator Hashable Integral Iterable Iterator Mapping MutableMapping "
              "MutableSequence MutableSet Number Rational Real Sequence Set Sized").split():
    globals()[_name] = type.__call__(_Abstract, _name, (), {"_host_name": _name})
