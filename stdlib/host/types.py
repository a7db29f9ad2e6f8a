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

class mappingproxy:
    _host_whole = True
    __hash__ = None

    def __init__(self, mapping): self._held = mapping
    def __eq__(self, other): return self._held == (other._held if isinstance(other, mappingproxy) else other)
    def __repr__(self): return f"mappingproxy({self._held!r})"

def _of_held(name): return lambda self, *args: getattr(self._held, name)(*args)

for _name in "__contains__ __getitem__ __iter__ __len__ __or__ __reversed__ __ror__ copy get items keys values".split():
    setattr(mappingproxy, _name, _of_held(_name))
MappingProxyType = mappingproxy
