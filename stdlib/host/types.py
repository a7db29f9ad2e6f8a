"""types for host programs."""

import _host

class SimpleNamespace:
    __hash__ = None
    _host_whole = True

    def __init__(self, /, **keywords): self.__dict__.update(keywords)
    def __eq__(self, other): return vars(self) == vars(other) if isinstance(other, SimpleNamespace) else NotImplemented

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return name + "(" + ", ".join([f"{key}={value!r}" for key, value in self.__dict__.items()]) + ")"

FunctionType = LambdaType = type(lambda: None)
MethodType = type(SimpleNamespace().__repr__)
BuiltinFunctionType = type(len)
GeneratorType = type((i for i in ()))
NoneType = type(None)
ModuleType = type(_host)

class MappingProxyType:
    _host_whole = True
    __hash__ = None

    def __init__(self, mapping): self._held = mapping
    def __getitem__(self, key): return self._held[key]
    def __len__(self): return len(self._held)
    def __iter__(self): return iter(self._held)
    def __reversed__(self): return reversed(self._held)
    def __contains__(self, key): return key in self._held
    def __eq__(self, other): return self._held == (other._held if isinstance(other, MappingProxyType) else other)
    def __or__(self, other): return self._held | (other._held if isinstance(other, MappingProxyType) else other)
    def __ror__(self, other): return other | self._held
    def __repr__(self): return f"mappingproxy({self._held!r})"
    def get(self, key, default=None): return self._held.get(key, default)
    def keys(self): return self._held.keys()
    def values(self): return self._held.values()
    def items(self): return self._held.items()
    def copy(self): return self._held.copy()
