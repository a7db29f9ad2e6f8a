"""typing for host programs: names that mean nothing while a program runs."""

import collections

TYPE_CHECKING = False

class _Form:
    def __init__(self, name): self._host_name = name
    def __getitem__(self, item): return _Form(self._host_name)
    def __call__(self, *args, **keywords): return _Form(self._host_name)
    def __or__(self, other): return _Form("Union")

    __ror__ = __or__

for _name in ("AnyStr Annotated Awaitable Callable ClassVar Collection Concatenate Counter DefaultDict Deque Dict Final FrozenSet "
              "Generator Hashable IO Iterable Iterator List Literal LiteralString Mapping MutableMapping MutableSequence Never NoReturn "
              "NotRequired Optional OrderedDict Required Self Sequence Set Sized SupportsAbs SupportsFloat SupportsIndex SupportsInt "
              "Text TextIO Tuple Type TypeAlias TypeGuard Union Unpack").split():
    globals()[_name] = _Form(_name)

class Generic:
    _host_whole = True

    def __class_getitem__(cls, item): return cls

def TypeVar(name, *constraints, **keywords): return _Form(name)
def NewType(name, tp): return lambda x: x
def cast(typ, val): return val
def _same(x): return x

Protocol = Generic
ParamSpec = TypeVarTuple = TypeVar
final = no_type_check = runtime_checkable = override = overload = _same

def assert_never(arg): raise AssertionError("Expected code to be unreachable")

class _NamedTupleMeta(type):
    def __new__(mcs, name, bases, space):
        if not bases:
            return super().__new__(mcs, name, bases, space)
        names = list(space.get("__annotations__", {}))
        defaults = [space[each] for each in names if each in space]
        for before, each in zip(names, names[1:]):
            if before in space and each not in space:
                raise TypeError(f"non-default namedtuple field {each} cannot follow default field {before}")
        cls = collections.namedtuple(name, names, defaults=defaults)
        for key in [key for key in space if key not in (*names, "__module__", "__qualname__", "__dict__")]:
            setattr(cls, key, space[key])
        return cls

    def __call__(cls, typename, fields=(), /, **keywords):
        pairs = list(fields) + list(keywords.items())
        return collections.namedtuple(typename, [each[0] for each in pairs])

class _TypedDictMeta(type):
    def __new__(mcs, name, bases, space, total=True): return super().__new__(mcs, name, bases, space)
    def __call__(cls, *args, **keywords): return dict if cls is TypedDict else dict(*args, **keywords)

class Any: pass
class NamedTuple(metaclass=_NamedTupleMeta): pass
class TypedDict(metaclass=_TypedDictMeta): pass
