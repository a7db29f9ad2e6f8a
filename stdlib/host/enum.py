"""enum for host programs."""

import _host


class auto:
    """Stands for the next value until the class is made."""

    def _early(self, other=None):
        _host.unknown("enum.auto() is used before its class is made")

    __or__ = __ror__ = __and__ = __rand__ = __add__ = __radd__ = __sub__ = __mul__ = __lshift__ = __int__ = __index__ = _early
    __xor__ = __invert__ = __eq__ = __lt__ = __getitem__ = __len__ = __iter__ = __bool__ = __float__ = __str__ = _early

    @property
    def value(self):
        return self._early()


def _is_member(name, value):
    if name.startswith("__") and name.endswith("__"):
        return False
    if name.startswith("_") and name.endswith("_") and len(name) > 2:
        return False
    if isinstance(value, (property, classmethod, staticmethod)):
        return False
    if callable(value) and not isinstance(value, type):
        return False
    return not hasattr(type(value), "__get__")


class EnumMeta(type):
    def __new__(mcs, name, bases, space, *, boundary=None, **keywords):
        if boundary is not None:
            _host.unknown("boundaries of flags are not followed")
        if "_ignore_" in space or "__set_name__" in space:
            _host.unknown("_ignore_ of an enumeration is not followed")
        plain = {}
        members = {}
        for key, value in space.items():
            if key.startswith("_" + name.lstrip("_") + "__") or not _is_member(key, value):
                plain[key] = value
            else:
                members[key] = value
        if any([hasattr(base, "_member_map_") and base._member_map_ for base in bases]):
            raise TypeError(f"{name} cannot extend an enumeration that has members")
        creator = plain.pop("__new__", None)
        cls = super().__new__(mcs, name, bases, plain, **keywords)
        type.__setattr__(cls, "_member_map_", {})
        type.__setattr__(cls, "_value_map_", [])
        if creator is not None:
            creator = creator.__func__ if isinstance(creator, staticmethod) else creator
            type.__setattr__(cls, "_create_", creator)
        values = []
        for key, value in members.items():
            if isinstance(value, auto):
                value = cls._generate_next_value_(key, 1, len(values), list(values))
            elif isinstance(value, tuple) and any([isinstance(each, auto) for each in value]):
                value = tuple([cls._generate_next_value_(key, 1, len(values), list(values)) if isinstance(each, auto) else each
                               for each in value])
            cls._add_member(key, value, values)
        return cls

    def _add_member(cls, key, value, values):
        args = value if isinstance(value, tuple) else (value,)
        mixed = cls._member_type_
        creator = getattr(cls, "_create_", None)
        if creator is not None:
            made = creator(cls, *args)
        elif mixed is object:
            made = object.__new__(cls)
        else:
            made = mixed.__new__(cls, *args)
        if not hasattr(made, "_value_"):
            made._value_ = value if mixed is object or creator is None and mixed in (int, str, float) and len(args) == 1 and type(value) is mixed else mixed(*args)
        values.append(made._value_)
        for held, old in cls._value_map_:
            if type(held) is type(made._value_) and held == made._value_ or held == made._value_:
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

    @property
    def _member_type_(cls):
        for each in cls.__mro__:
            if each in (int, str, float, bytes, tuple):
                return each
            if not isinstance(each, EnumMeta) and each is not object and hasattr(each, "__new__") and "__new__" in each.__dict__:
                _host.unknown("an enumeration of values of an own type is not followed")
        return object

    @property
    def _member_names_(cls):
        return [name for name, each in cls._member_map_.items() if each._name_ == name]

    @property
    def __members__(cls):
        return dict(cls._member_map_)

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1):
        if names is not None:
            _host.unknown("enumerations made by a call are not followed")
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

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return reversed([cls._member_map_[name] for name in cls._member_names_])

    def __len__(cls):
        return len(cls._member_names_)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        _host.unknown("whether a value is in an enumeration depends on Python's version")

    def __bool__(cls):
        return True

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
        if not last_values:
            return start
        numbers = [value for value in last_values if isinstance(value, (int, float))]
        if len(numbers) != len(last_values):
            _host.unknown("enum.auto() behind values that are no numbers depends on Python's version")
        return max(numbers) + 1

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class IntEnum(int, Enum):
    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return format(int(self._value_), spec)

    def __hash__(self):
        return hash(self._name_)


Enum._host_whole = IntEnum._host_whole = True


def unique(enumeration):
    for name, each in enumeration._member_map_.items():
        if name != each._name_:
            raise ValueError(f"duplicate values found in {enumeration!r}")
    return enumeration
