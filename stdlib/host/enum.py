"""enum for host programs."""

import _host

class auto:
    """Stands for the next value until the class is made; with parts, for what `|` makes of them."""

    _parts, _known = (), None

    def _early(self, other=None): _host.unknown("enum.auto() is used before its class is made")

    __and__ = __rand__ = __add__ = __radd__ = __sub__ = __mul__ = __lshift__ = __int__ = __index__ = _early
    __xor__ = __invert__ = __eq__ = __lt__ = __getitem__ = __len__ = __iter__ = __bool__ = __float__ = __str__ = _early
    value = property(_early)

    def __or__(self, other):
        made = auto()
        made._parts = (self, other)
        return made

    __ror__ = __or__

    def _resolved(self, following):
        """The value; `following` gives the next one."""
        if self._known is None:
            parts = [_resolved(each, self._early) for each in self._parts]
            self._known = parts[0] | parts[1] if parts else following()
        return self._known

def _resolved(value, following): return value._resolved(following) if isinstance(value, auto) else value

def _is_member(owner, name, value):
    if name.startswith("_") and name.endswith("_") or name.startswith("_" + owner.lstrip("_") + "__"):
        return False
    is_code = isinstance(value, (property, classmethod, staticmethod)) or callable(value) and not isinstance(value, type)
    return not is_code and not hasattr(type(value), "__get__")

class EnumMeta(type):
    def __new__(mcs, name, bases, space, *, boundary=None, **keywords):
        _host.unknown_if(boundary is not None, "boundaries of flags are not followed")
        _host.unknown_if("_ignore_" in space or "__set_name__" in space, "_ignore_ of an enumeration is not followed")
        members = {key: value for key, value in space.items() if _is_member(name, key, value)}
        plain = {key: value for key, value in space.items() if key not in members}
        if any([hasattr(base, "_member_map_") and base._member_map_ for base in bases]):
            raise TypeError(f"{name} cannot extend an enumeration that has members")
        creator = plain.pop("__new__", None)
        cls = super().__new__(mcs, name, bases, plain, **keywords)
        type.__setattr__(cls, "_member_map_", {})
        type.__setattr__(cls, "_value_map_", [])
        if creator is not None:
            type.__setattr__(cls, "_create_", creator.__func__ if isinstance(creator, staticmethod) else creator)
        values = []
        for key, value in members.items():
            following = lambda: cls._generate_next_value_(key, 1, len(values), list(values))
            value = tuple([_resolved(each, following) for each in value]) if type(value) is tuple else _resolved(value, following)
            cls._add_member(key, value, values)
        return cls

    def _add_member(cls, key, value, values):
        args = value if isinstance(value, tuple) else (value,)
        mixed, creator = cls._member_type_, getattr(cls, "_create_", None)
        if mixed is tuple:
            args = (args,)
        made = creator(cls, *args) if creator is not None else cls._blank(*args)
        if not hasattr(made, "_value_"):
            is_plain = mixed is object or creator is None and mixed in (int, str, float) and len(args) == 1 and type(value) is mixed
            made._value_ = value if is_plain else mixed(*args)
        if issubclass(cls, Flag) and not isinstance(made._value_, int):
            _host.unknown("flags that are no integers depend on Python's version")
        values.append(made._value_)
        for held, old in cls._value_map_:
            if held == made._value_:
                cls._member_map_[key] = old
                type.__setattr__(cls, key, old)
                return
        made._name_ = key
        made._sort_order_ = len(cls._member_map_)
        made.__objclass__ = cls
        if cls.__init__ is not object.__init__:
            made.__init__(*args)
        cls._member_map_[key] = made
        cls._value_map_.append((made._value_, made))
        type.__setattr__(cls, key, made)

    def _blank(cls, *args):
        mixed = cls._member_type_
        return object.__new__(cls) if mixed is object else mixed.__new__(cls, *args)

    @property
    def _member_type_(cls):
        for each in cls.__mro__:
            if each in (int, str, float, bytes, tuple):
                return each
            if not isinstance(each, EnumMeta) and each is not object and hasattr(each, "__new__") and "__new__" in each.__dict__:
                _host.unknown("an enumeration of values of an own type is not followed")
        return object

    @property
    def _member_names_(cls): return [name for name, each in cls._member_map_.items() if each._name_ == name]

    def _bits(cls):
        """The members that are no flags of several bits, or of none."""
        members = [cls._member_map_[name] for name in cls._member_names_]
        return [each for each in members if not isinstance(each, Flag) or each._value_.bit_count() == 1]

    def _shown(cls):
        """The members that one counts and goes through."""
        if len(cls._bits()) != len(cls._member_names_):
            _host.unknown("whether flags of several bits, or of none, count as members depends on Python's version")
        return cls._bits()

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1):
        _host.unknown_if(names is not None, "enumerations made by a call are not followed")
        return cls._lookup(value)

    def _lookup(cls, value):
        if type(value) is cls:
            return value
        for held, each in cls._value_map_:
            if held == value:
                return each
        found = cls._missing_(value)
        if isinstance(found, cls):
            return found
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")

    __members__ = property(lambda cls: dict(cls._member_map_))

    def __getitem__(cls, name): return cls._member_map_[name]
    def __iter__(cls): return iter(cls._shown())
    def __reversed__(cls): return reversed(cls._shown())
    def __len__(cls): return len(cls._shown())
    def __bool__(cls): return True

    def __contains__(cls, value):
        return isinstance(value, cls) or _host.unknown("whether a value is in an enumeration depends on Python's version")

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot delete member {name!r}")
        super().__delattr__(name)

EnumType = EnumMeta

class Enum(metaclass=EnumMeta):
    def _generate_next_value_(name, start, count, last_values):
        if not all([isinstance(value, (int, float)) for value in last_values]):
            _host.unknown("enum.auto() behind values that are no numbers depends on Python's version")
        return max(last_values) + 1 if last_values else start

    name = property(lambda self: self._name_)
    value = property(lambda self: self._value_)

    @classmethod
    def _missing_(cls, value): return None
    def __repr__(self): return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"
    def __str__(self): return f"{type(self).__name__}.{self._name_}"
    def __format__(self, spec): return format(str(self), spec)
    def __hash__(self): return hash(self._name_)
    def __copy__(self): return self
    def __deepcopy__(self, memo): return self

class IntEnum(int, Enum):
    def __str__(self): return int.__repr__(self._value_)
    def __format__(self, spec): return format(int(self._value_), spec)
    def __hash__(self): return hash(self._name_)

class StrEnum(str, Enum):
    def _generate_next_value_(name, start, count, last_values): return name.lower()
    def __str__(self): return self._value_
    def __format__(self, spec): return format(self._value_, spec)

def _flag_operator(operate):
    def method(self, other):
        is_number = type(self)._member_type_ is int and isinstance(other, int)
        if not is_number and not isinstance(other, type(self)):
            return NotImplemented
        return type(self)(operate(self._value_, int(other) if is_number else other._value_))
    return method

class Flag(Enum):
    def _generate_next_value_(name, start, count, last_values):
        if last_values and max(last_values) != last_values[-1]:
            _host.unknown("enum.auto() behind flags in another order depends on Python's version")
        return 1 << last_values[-1].bit_length() if last_values else start

    @classmethod
    def _missing_(cls, value):
        """What joins the members that `value` has the bits of."""
        parts = [each for each in cls._bits() if isinstance(value, int) and each._value_ & value]
        if not isinstance(value, int) or value < 0 or value != sum([each._value_ for each in parts]):
            _host.unknown("a flag of bits without names depends on Python's version")
        made = cls._blank(value)
        made._value_, made._name_, made.__objclass__ = value, "|".join([each._name_ for each in parts]) or None, cls
        cls._value_map_.append((value, made))
        return made

    __or__ = __ror__ = _flag_operator(lambda x, y: x | y)
    __and__ = __rand__ = _flag_operator(lambda x, y: x & y)
    __xor__ = __rxor__ = _flag_operator(lambda x, y: x ^ y)

    def __invert__(self):
        _host.unknown_if(type(self)._member_type_ is not object, "what an integer flag does not have depends on Python's version")
        return type(self)(sum([each._value_ for each in type(self)._bits()]) & ~self._value_)

    def __iter__(self): return iter([each for each in type(self)._bits() if each._value_ & self._value_])
    def __len__(self): return self._value_.bit_count()
    def __bool__(self): return self._value_ != 0
    def __repr__(self): return Enum.__repr__(self) if self._name_ else f"<{type(self).__name__}: {self._value_}>"
    def __str__(self): return Enum.__str__(self) if self._name_ else f"{type(self).__name__}({self._value_})"

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError("only flags of its class can be in a flag")
        return other._value_ & self._value_ == other._value_

class IntFlag(int, Flag):
    __str__, __format__, __hash__ = IntEnum.__str__, IntEnum.__format__, IntEnum.__hash__
    # Those of integers would come first.
    __or__, __and__, __xor__, __invert__, __repr__ = Flag.__or__, Flag.__and__, Flag.__xor__, Flag.__invert__, Flag.__repr__
    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

Enum._host_whole = StrEnum._host_whole = IntEnum._host_whole = Flag._host_whole = IntFlag._host_whole = True

def unique(enumeration):
    for name, each in enumeration._member_map_.items():
        if name != each._name_:
            raise ValueError(f"duplicate values found in {enumeration!r}")
    return enumeration
