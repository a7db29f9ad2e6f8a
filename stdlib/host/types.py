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

def MappingProxyType(mapping): _host.unknown("views of mappings are not followed")
