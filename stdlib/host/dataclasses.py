"""dataclasses for host programs."""

import copy
import _host


class _Missing:
    pass


MISSING = _Missing()


class KW_ONLY:
    pass


class InitVar:
    def __class_getitem__(cls, item):
        return cls


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = {} if metadata is None else metadata
        self.kw_only = kw_only
        self.kind = "field"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _kind(annotation):
    if isinstance(annotation, str):
        text = annotation.replace(" ", "")
        if "InitVar" in text or "KW_ONLY" in text:
            _host.unknown("InitVar and KW_ONLY are not followed")
        return "class" if text.startswith("ClassVar") or ".ClassVar" in text else "field"
    if annotation is KW_ONLY or annotation is InitVar:
        _host.unknown("InitVar and KW_ONLY are not followed")
    if getattr(annotation, "_host_name", None) == "ClassVar":
        return "class"
    return "field"


def _collect(cls, kw_only):
    """The fields of the class, those of its bases first."""
    fields = {}
    for base in reversed(cls.__mro__[1:]):
        for name, each in getattr(base, "__dict__", {}).get("__dataclass_fields__", {}).items():
            fields[name] = each
    annotations = cls.__dict__.get("__annotations__", {})
    for name, annotation in annotations.items():
        kind = _kind(annotation)
        default = cls.__dict__.get(name, MISSING)
        if isinstance(default, Field):
            each = default
            if each.default is MISSING:
                if name in cls.__dict__:
                    delattr(cls, name)
            else:
                setattr(cls, name, each.default)
        else:
            each = field(default=default)
        each.name = name
        each.type = annotation
        each.kind = kind
        if each.kw_only is MISSING:
            each.kw_only = kw_only
        if kind == "class":
            each.init = False
        if kind != "class" and isinstance(each.default, (list, dict, set)):
            raise ValueError(f"mutable default {type(each.default)} for field {name} is not allowed: use default_factory")
        fields[name] = each
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return fields


def _make_init(cls, fields, frozen):
    # Only what __init__ takes, in the order of its parameters.
    taken = [each for each in fields if each.kind != "class"]
    positional = [each for each in taken if each.init and not each.kw_only]
    has_default = False
    for each in positional:
        if each.default is not MISSING or each.default_factory is not MISSING:
            has_default = True
        elif has_default:
            raise TypeError(f"non-default argument {each.name!r} follows default argument")
    has_post_init = hasattr(cls, "__post_init__")

    def __init__(self, *args, **keywords):
        if len(args) > len(positional):
            raise TypeError(f"__init__() takes {len(positional) + 1} positional arguments but {len(args) + 1} were given")
        given = {}
        for i, value in enumerate(args):
            given[positional[i].name] = value
        for name, value in keywords.items():
            if name in given or not any([each.name == name and each.init for each in taken]):
                raise TypeError(f"__init__() got an unexpected keyword argument {name!r}")
            given[name] = value
        for each in taken:
            if each.init and each.name in given:
                value = given[each.name]
            elif each.default_factory is not MISSING:
                value = each.default_factory()
            elif each.default is not MISSING:
                value = each.default
                if not each.init:
                    continue
            elif each.init:
                raise TypeError(f"__init__() missing 1 required positional argument: {each.name!r}")
            else:
                continue
            if frozen:
                object.__setattr__(self, each.name, value)
            else:
                setattr(self, each.name, value)
        if has_post_init:
            self.__post_init__()

    return __init__


def _values(self, names):
    return tuple([getattr(self, name) for name in names])


def _comparison(cls, names, compare):
    def method(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return compare(_values(self, names), _values(other, names))
    return method


def _set_order(cls, names):
    ways = {"__lt__": lambda a, b: a < b, "__le__": lambda a, b: a <= b, "__gt__": lambda a, b: a > b, "__ge__": lambda a, b: a >= b}
    for name, compare in ways.items():
        if name in cls.__dict__:
            raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
        setattr(cls, name, _comparison(cls, names, compare))


def _set_frozen(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    cls.__setattr__ = __setattr__
    cls.__delattr__ = __delattr__


def _set_hash(cls, fields, eq, frozen, unsafe_hash):
    own = "__hash__" in cls.__dict__ and not (cls.__dict__["__hash__"] is None and "__eq__" in cls.__dict__)
    hashed = [each.name for each in fields if each.kind == "field" and (each.compare if each.hash is None else each.hash)]
    if unsafe_hash or (eq and frozen and not own):
        cls.__hash__ = lambda self: hash(_values(self, hashed))
    elif eq and not frozen and not own:
        cls.__hash__ = None


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    if cls is None:
        return lambda given: _process(given, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
    return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    table = _collect(cls, kw_only)
    fields = list(table.values())
    cls.__dataclass_fields__ = table
    shown = [each.name for each in fields if each.kind == "field" and each.repr]
    compared = [each.name for each in fields if each.kind == "field" and each.compare]
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    _set_hash(cls, fields, eq, frozen, unsafe_hash)
    if init:
        cls.__init__ = _make_init(cls, fields, frozen)
    if repr and "__repr__" not in cls.__dict__:
        cls.__repr__ = lambda self: type(self).__qualname__ + "(" + ", ".join([f"{name}={getattr(self, name)!r}" for name in shown]) + ")"
    if eq and "__eq__" not in cls.__dict__:
        cls.__eq__ = _comparison(cls, compared, lambda a, b: a == b)
    if order:
        _set_order(cls, compared)
    if frozen:
        if "__setattr__" in cls.__dict__ or "__delattr__" in cls.__dict__:
            raise TypeError(f"Cannot overwrite attribute __setattr__ in class {cls.__name__}")
        _set_frozen(cls, [each.name for each in fields])
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([each.name for each in fields if each.init and not each.kw_only])
    if slots:
        _host.unknown("a dataclass with slots is not followed")
    return cls


def fields(class_or_instance):
    table = getattr(class_or_instance, "__dataclass_fields__", None)
    if table is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([each for each in table.values() if each.kind == "field"])


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), "__dataclass_fields__")


def _convert(value, make):
    if hasattr(type(value), "__dataclass_fields__"):
        return make([(each.name, _convert(getattr(value, each.name), make)) for each in fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_convert(each, make) for each in value])
    if isinstance(value, (list, tuple)):
        return type(value)([_convert(each, make) for each in value])
    if isinstance(value, dict):
        if type(value) is not dict:
            _host.unknown("dataclasses.asdict of this mapping is not followed")
        return {_convert(k, make): _convert(v, make) for k, v in value.items()}
    return copy.deepcopy(value)


def asdict(obj, *, dict_factory=dict):
    if not hasattr(type(obj), "__dataclass_fields__"):
        raise TypeError("asdict() should be called on dataclass instances")
    return _convert(obj, dict_factory)


def replace(obj, /, **changes):
    for each in obj.__dataclass_fields__.values():
        if each.kind == "class":
            continue
        if not each.init:
            if each.name in changes:
                raise ValueError(f"field {each.name} is declared with init=False")
            continue
        if each.name not in changes:
            changes[each.name] = getattr(obj, each.name)
    return obj.__class__(**changes)
