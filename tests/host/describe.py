"""Values of names as text that is the same in every run: what bin/host_values prints, made by CPython."""

import argparse
import collections
import decimal
import enum
import fractions
import functools
import pathlib
import types

_PLAIN = (type(None), bool, int, float, complex, str, bytes, bytearray, range, type(Ellipsis), fractions.Fraction,
          decimal.Decimal, pathlib.PurePath, slice)
_FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType,
              types.MethodDescriptorType, types.WrapperDescriptorType, functools.partial, property, classmethod,
              staticmethod, type(functools.lru_cache(len)), types.MemberDescriptorType, types.GetSetDescriptorType,
              functools.cached_property, types.ClassMethodDescriptorType)
_VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
_MAX_DEPTH = 40
_MAX_TEXT = 20000


class TooMuch(Exception):
    """More than a line should hold; such names are not compared."""


class Writer:
    """`is_own(cls)`: whether a class was made by the program."""

    def __init__(self, is_own, numpy=None):
        self.is_own = is_own
        self.numpy = numpy
        self.open = []

    def describe(self, value):
        text = self._describe(value)
        if len(text) > _MAX_TEXT:
            raise TooMuch
        return text

    def _describe(self, value):
        if any(value is each for each in self.open):
            return "..."
        if len(self.open) > _MAX_DEPTH:
            raise TooMuch
        self.open.append(value)
        try:
            return self._object(value)
        finally:
            self.open.pop()

    def _items(self, values):
        return ", ".join(self._describe(v) for v in values)

    def _pairs(self, mapping):
        ordered = isinstance(mapping, collections.OrderedDict)
        items = collections.OrderedDict.items(mapping) if ordered else dict.items(mapping)
        return "{" + ", ".join(f"{self._describe(k)}: {self._describe(v)}" for k, v in items) + "}"

    def _set(self, value):
        return ", ".join(sorted(self._describe(v) for v in value))

    def _base(self, value):
        """What an instance holds beside attributes: the content of the builtin class that it derives from."""
        for base in (bool, int, float, complex, str, bytes, bytearray):
            if isinstance(value, base):
                return base.__repr__(base(value) if base is not bool else value)
        if isinstance(value, list):
            return "[" + self._items(list.__iter__(value)) + "]"
        if isinstance(value, tuple):
            return self._tuple(value)
        if isinstance(value, dict):
            return self._pairs(value)
        if isinstance(value, frozenset):
            return "frozenset({" + self._set(frozenset.__iter__(value)) + "})" if len(value) else "frozenset()"
        if isinstance(value, set):
            return "{" + self._set(set.__iter__(value)) + "}" if set.__len__(value) else "set()"
        return None

    def _tuple(self, value):
        items = [self._describe(v) for v in tuple.__iter__(value)]
        return "(" + ", ".join(items) + (",)" if len(items) == 1 else ")")

    def _object(self, value):
        cls = type(value)
        # Before any protocol of the value itself, which own classes may answer in their own way.
        if issubclass(cls, type):
            return f"<class {value.__name__}>"
        if issubclass(cls, enum.Enum):
            return f"<{cls.__name__}.{value._name_}: {self._describe(value._value_)}>"
        if self.is_own(cls):
            return self._own(value, cls)
        if self.numpy is not None and isinstance(value, (self.numpy.generic, self.numpy.ndarray, self.numpy.dtype)):
            return self._numpy(value)
        if cls in (list, tuple, dict, set, frozenset):
            return self._base(value)
        if issubclass(cls, _PLAIN):
            return repr(value)
        return self._library(value, cls)

    def _own(self, value, cls):
        base = self._base(value)
        if base is not None:
            return f"<{cls.__name__} {base}>"
        return f"<{cls.__name__}{self._attributes(value, cls)}>"

    def _attributes(self, value, cls):
        found = {}
        for each in cls.__mro__:
            slots = each.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                descriptor = each.__dict__.get(name)
                try:
                    found[name] = descriptor.__get__(value, cls)
                except AttributeError:
                    continue
        try:
            found.update(object.__getattribute__(value, "__dict__"))
        except AttributeError:
            pass
        return "".join(f" {name}={self._describe(found[name])}" for name in sorted(found))

    def _library(self, value, cls):
        if isinstance(value, types.ModuleType):
            return "<module>"
        if isinstance(value, _FUNCTIONS) or hasattr(cls, "__next__"):
            return "<function>"
        if isinstance(value, _VIEWS):
            return f"{cls.__name__}([{self._items(value)}])"
        if isinstance(value, collections.deque):
            limit = "" if value.maxlen is None else f", maxlen={value.maxlen}"
            return f"deque([{self._items(value)}]{limit})"
        if cls in (collections.OrderedDict, collections.Counter, collections.defaultdict):
            return f"{cls.__name__}({self._pairs(value)})"
        if isinstance(value, types.MappingProxyType):
            return "<object>"
        if isinstance(value, (types.SimpleNamespace, argparse.Namespace)):
            kind = "namespace" if isinstance(value, types.SimpleNamespace) else "Namespace"
            return kind + "(" + ", ".join(f"{k}={self._describe(v)}" for k, v in vars(value).items()) + ")"
        if isinstance(value, BaseException):
            return f"{cls.__name__}({self._items(value.args)})"
        if isinstance(value, memoryview):
            return f"<memory {bytes(value)!r}>"
        # Never what kernelc has for anything.
        return "<of a library>" if cls.__module__ == "fakes" else "<object>"

    def _numpy(self, value):
        """Type, shape and elements exactly: repr() rounds and shortens."""
        np = self.numpy
        if isinstance(value, np.dtype):
            return repr(value)
        if isinstance(value, np.ndarray):
            return f"array({self._numbers(value.tolist())}, {value.dtype.str}, {value.shape})"
        if isinstance(value, np.void):
            return f"record{self._numbers(value.tolist())}"
        if isinstance(value, np.str_):
            return repr(str(value))
        return f"np.{value.dtype.name}({self._numbers(value.item())})"

    def _numbers(self, value):
        # The sign of a NaN is chance.
        return repr(value)
