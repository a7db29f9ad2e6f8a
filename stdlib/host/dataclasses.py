"""dataclasses for host programs."""

import copy
import _host

class _Missing: pass
class KW_ONLY: pass
class FrozenInstanceError(AttributeError): pass

class InitVar:
    def __class_getitem__(cls, item): return cls

MISSING = _Missing()

class Field:
    name = type = None
    kind = "field"

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare, self.kw_only = init, repr, hash, compare, kw_only
        self.metadata = {} if metadata is None else metadata

def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)

def _kind(annotation):
    text = annotation.replace(" ", "") if isinstance(annotation, str) else ""
    for kind, each, name in (("init", InitVar, "InitVar"), ("rest", KW_ONLY, "KW_ONLY")):
        if annotation is each or text.split("[")[0] in (name, "dataclasses." + name):
            return kind
        _host.unknown_if(name in text, "this annotation of a dataclass is not followed")
    is_class = text.startswith("ClassVar") or ".ClassVar" in text or getattr(annotation, "_host_name", None) == "ClassVar"
    return "class" if is_class else "field"

def _collect(cls, kw_only):
    """The fields of the class, those of its bases first."""
    fields = {}
    for base in reversed(cls.__mro__[1:]):
        fields.update(getattr(base, "__dict__", {}).get("__dataclass_fields__", {}))
    annotations = cls.__dict__.get("__annotations__", {})
    for name, annotation in annotations.items():
        if _kind(annotation) == "rest":
            kw_only = True
            continue
        default = cls.__dict__.get(name, MISSING)
        each = default if isinstance(default, Field) else field(default=default)
        if each is default and each.default is not MISSING:
            setattr(cls, name, each.default)
        elif each is default:
            delattr(cls, name)
        each.name, each.type, each.kind = name, annotation, _kind(annotation)
        each.kw_only = kw_only if each.kw_only is MISSING else each.kw_only
        each.init = each.init and each.kind != "class"
        if each.kind != "class" and isinstance(each.default, (list, dict, set)):
            raise ValueError(f"mutable default {type(each.default)} for field {name} is not allowed: use default_factory")
        fields[name] = each
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return fields

def _make_init(cls, fields, frozen):
    taken = [each for each in fields if each.kind != "class"]
    positional = [each.name for each in taken if each.init and not each.kw_only]
    settable = [each.name for each in taken if each.init]
    has_default = [each.default is not MISSING or each.default_factory is not MISSING
                   for each in taken if each.name in positional]
    if has_default != sorted(has_default):
        raise TypeError("non-default argument follows default argument")
    required = [each.name for each in taken if each.init and each.default is MISSING and each.default_factory is MISSING]
    has_post_init = hasattr(cls, "__post_init__")
    handed = [each.name for each in taken if each.kind == "init"]

    def __init__(self, *args, **keywords):
        given = dict(zip(positional, args))
        does_fit = len(args) <= len(positional) and all([name in settable and name not in given for name in keywords])
        given.update(keywords)
        if not does_fit or not all([name in given for name in required]):
            _host.raise_for_arguments()
        for each in [each for each in taken if each.kind == "field"]:
            if each.name in given:
                value = given[each.name]
            elif each.default_factory is not MISSING:
                value = each.default_factory()
            elif not each.init:
                continue
            else:
                value = each.default
            if frozen:
                object.__setattr__(self, each.name, value)
            else:
                setattr(self, each.name, value)
        if has_post_init:
            held = {each.name: each.default for each in taken}
            self.__post_init__(*[given.get(name, held[name]) for name in handed])

    return __init__

def _values(self, names): return tuple([getattr(self, name) for name in names])

def _comparison(names, compare):
    def method(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return compare(_values(self, names), _values(other, names))
    return method

def _set_frozen(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    _set_new(cls, {"__setattr__": __setattr__, "__delattr__": __delattr__})

def _set_new(cls, methods):
    for name, method in methods.items():
        if name in cls.__dict__:
            raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
        setattr(cls, name, method)

def _set_hash(cls, fields, eq, frozen, unsafe_hash):
    own = "__hash__" in cls.__dict__ and not (cls.__dict__["__hash__"] is None and "__eq__" in cls.__dict__)
    hashed = [each.name for each in fields if each.kind == "field" and (each.compare if each.hash is None else each.hash)]
    if unsafe_hash or (eq and frozen and not own):
        cls.__hash__ = lambda self: hash(_values(self, hashed))
    elif eq and not frozen and not own:
        cls.__hash__ = None

def _with_slots(cls, names):
    """The same class with slots: another one."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = [each.__dict__.get("__slots__", ()) for each in cls.__mro__[1:-1]]
    _host.unknown_if(any([isinstance(each, str) for each in inherited]), "slots of this class are not followed")
    space = {name: value for name, value in cls.__dict__.items() if name not in (*names, "__dict__", "__weakref__")}
    space["__slots__"] = tuple([name for name in names if not any([name in each for each in inherited])])
    return type(cls)(cls.__name__, cls.__bases__, space)

def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    def process(cls):
        table = _collect(cls, kw_only)
        cls.__dataclass_fields__ = table
        fields = list(table.values())
        shown = [each.name for each in fields if each.kind == "field" and each.repr]
        compared = [each.name for each in fields if each.kind == "field" and each.compare]
        if order and not eq:
            raise ValueError("eq must be true if order is true")
        _set_hash(cls, fields, eq, frozen, unsafe_hash)
        if init:
            cls.__init__ = _make_init(cls, fields, frozen)
        if repr and "__repr__" not in cls.__dict__:
            cls.__repr__ = lambda self: f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in shown])})"
        if eq and "__eq__" not in cls.__dict__:
            cls.__eq__ = _comparison(compared, lambda a, b: a == b)
        if order:
            _set_new(cls, {"__lt__": _comparison(compared, lambda a, b: a < b), "__le__": _comparison(compared, lambda a, b: a <= b),
                           "__gt__": _comparison(compared, lambda a, b: a > b), "__ge__": _comparison(compared, lambda a, b: a >= b)})
        if frozen:
            _set_frozen(cls, list(table))
        if match_args and "__match_args__" not in cls.__dict__:
            cls.__match_args__ = tuple([each.name for each in fields if each.init and not each.kw_only])
        _host.unknown_if(weakref_slot, "this argument of a dataclass is not followed")
        return _with_slots(cls, [each.name for each in fields if each.kind == "field"]) if slots else cls

    return process if cls is None else process(cls)

def fields(class_or_instance):
    table = getattr(class_or_instance, "__dataclass_fields__", None)
    if table is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([each for each in table.values() if each.kind == "field"])

def is_dataclass(obj): return hasattr(obj if isinstance(obj, type) else type(obj), "__dataclass_fields__")

def _convert(value, make):
    if hasattr(type(value), "__dataclass_fields__"):
        return make([(each.name, _convert(getattr(value, each.name), make)) for each in fields(value)])
    if isinstance(value, (list, tuple)):
        parts = [_convert(each, make) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        _host.unknown_if(type(value) is not dict, "dataclasses.asdict of this mapping is not followed")
        return {_convert(k, make): _convert(v, make) for k, v in value.items()}
    return copy.deepcopy(value)

def asdict(obj, *, dict_factory=dict):
    if not hasattr(type(obj), "__dataclass_fields__"):
        raise TypeError("asdict() should be called on dataclass instances")
    return _convert(obj, dict_factory)

def replace(obj, /, **changes):
    for each in obj.__dataclass_fields__.values():
        if each.kind != "class" and not each.init and each.name in changes:
            raise ValueError(f"field {each.name} is declared with init=False")
        if each.kind == "init" and each.default is MISSING and each.name not in changes:
            raise ValueError(f"InitVar {each.name} must be specified with replace()")
        if each.init and each.name not in changes:
            changes[each.name] = getattr(obj, each.name)
    return obj.__class__(**changes)
