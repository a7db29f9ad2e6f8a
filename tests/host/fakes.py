"""Libraries that kernelc does not know, as they might be: each behaviour is one that a real library could have.

What reaches a library may be changed, called and kept, and changed or called again at any later operation on anything that
came from it. Values keep their types, so that programs run on and what was changed is seen.
"""

import collections
import importlib.abc
import importlib.machinery
import random
import sys
import types

NAMES = ("fastlib", "devkit", "mystery")
_MAX_CHANGES = 6
_MAX_CALLS = 400


class Failure(Exception):
    """What a library raises."""


class Behaviour:
    """One way in which the libraries of a program may act, made from a seed. `is_own(cls)`: made by the program."""

    def __init__(self, seed, is_own):
        self.random = random.Random(seed)
        self.is_own = is_own
        self.kept = []
        self.depth = 0
        self.calls = 0
        self.quiet = self.random.random() < 0.15
        self.raises = self.random.choice((0.0, 0.0, 0.05, 0.3))
        self.absent = {name for name in NAMES if self.random.random() < 0.2}

    def number(self):
        return self.random.randrange(0, 100)

    # --- what is done to what reaches a library

    def operate(self):
        """Any operation on an object of a library: what it has kept may change."""
        self.calls += 1
        if self.quiet or self.depth > 2 or self.calls > _MAX_CALLS:
            return
        self.depth += 1
        for value in self.kept[-20:]:
            if self.random.random() < 0.4:
                self.change(value, 0)
        self.depth -= 1

    def reach(self, values):
        for value in values:
            if not isinstance(value, (int, float, str, bytes, type(None))):
                self.kept.append(value)
        self.operate()
        if not self.quiet and self.depth <= 2:
            self.depth += 1
            for value in values:
                if self.random.random() < 0.8:
                    self.change(value, 0)
            self.depth -= 1
        if self.random.random() < self.raises:
            raise self.random.choice((Failure, ValueError, KeyError, RuntimeError, ImportError))("library")

    def change(self, value, depth):
        if depth > 3 or self.calls > _MAX_CALLS:
            return
        self.calls += 1
        try:
            self._change(value, depth)
        except Exception:
            pass

    def _like(self, value):
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int):
            return self.number()
        if isinstance(value, float):
            return self.number() / 4
        if isinstance(value, str):
            return value + self.random.choice("xyz")
        return value

    def _change(self, value, depth):
        if isinstance(value, list):
            self._change_list(value, depth)
        elif isinstance(value, dict):
            for key in list(value)[:_MAX_CHANGES]:
                self.change(value[key], depth + 1)
                value[key] = self._like(value[key])
            if value and self.random.random() < 0.5:
                value["new"] = self._like(next(iter(value.values())))
        elif isinstance(value, set):
            value.add(self.number())
        elif isinstance(value, tuple):
            for each in value[:_MAX_CHANGES]:
                self.change(each, depth + 1)
        elif isinstance(value, bytearray):
            value[0] = self.number()
        elif isinstance(value, collections.deque):
            value.append(self.number())
        elif isinstance(value, type):
            self._change_class(value, depth)
        elif isinstance(value, (types.FunctionType, types.MethodType)):
            self._call(value, depth)
        elif isinstance(value, types.GeneratorType):
            self.change(next(value), depth + 1)
        elif hasattr(value, "__dict__") and not isinstance(value, types.ModuleType):
            self._change_object(value, depth)

    def _change_list(self, value, depth):
        for i in range(min(len(value), _MAX_CHANGES)):
            self.change(value[i], depth + 1)
            if self.random.random() < 0.5:
                value[i] = self._like(value[i])
        if value and self.random.random() < 0.4:
            value.append(self._like(value[0]))

    def _change_class(self, value, depth):
        if not self.is_own(value):
            return
        for name in list(vars(value)):
            held = vars(value)[name]
            if not name.startswith("__") and isinstance(held, (int, float, str, list, dict)):
                self.change(held, depth + 1)
                setattr(value, name, self._like(held))

    def _change_object(self, value, depth):
        for name in list(vars(value))[:_MAX_CHANGES]:
            held = vars(value)[name]
            self.change(held, depth + 1)
            setattr(value, name, self._like(held))
        if self.is_own(type(value)) and self.random.random() < 0.3:
            self._change_class(type(value), depth)
        for name in dir(type(value)):
            method = getattr(type(value), name, None)
            if not name.startswith("_") and isinstance(method, types.FunctionType) and self.random.random() < 0.3:
                self._call(getattr(value, name), depth)

    def _call(self, function, depth):
        code = getattr(function, "__code__", None)
        count = code.co_argcount if code else 1
        if isinstance(function, types.MethodType):
            count -= 1
        result = function(*[self.number() for _ in range(count)])
        self.change(result, depth + 1)

    # --- what a library gives

    def result(self, arguments):
        kind = self.random.random()
        if arguments and kind < 0.25:
            return self.random.choice(arguments)
        if arguments and kind < 0.32:
            return [self.random.choice(arguments)]
        if kind < 0.6:
            return self.number()
        if kind < 0.7:
            return [self.number() for _ in range(self.random.randrange(4))]
        return Thing(self)


def _operator(name):
    def method(self, *operands):
        b = object.__getattribute__(self, "_behaviour")
        b.reach(operands)
        if name in ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__", "__contains__"):
            return b.random.random() < 0.5
        return b.result(operands)
    return method


class Thing:
    """An object of a library."""

    def __init__(self, behaviour):
        object.__setattr__(self, "_behaviour", behaviour)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._behaviour.operate()
        return self._behaviour.number() if self._behaviour.random.random() < 0.5 else Thing(self._behaviour)

    def __setattr__(self, name, value):
        self._behaviour.reach([value])

    def __call__(self, *arguments, **keywords):
        given = list(arguments) + list(keywords.values())
        self._behaviour.reach(given)
        # A decorator mostly gives back what it got.
        if len(given) == 1 and isinstance(given[0], (type, types.FunctionType)) and self._behaviour.random.random() < 0.6:
            return given[0]
        return self._behaviour.result(given)

    def __iter__(self):
        self._behaviour.operate()
        for _ in range(self._behaviour.random.randrange(4)):
            yield self._behaviour.number()

    def __enter__(self):
        self._behaviour.operate()
        return self._behaviour.result([])

    def __exit__(self, *error):
        self._behaviour.operate()
        return self._behaviour.random.random() < 0.3

    def __bool__(self):
        self._behaviour.operate()
        return self._behaviour.random.random() < 0.5

    def __len__(self):
        self._behaviour.operate()
        return self._behaviour.random.randrange(4)

    def __int__(self):
        return self._behaviour.number()

    __index__ = __int__

    def __float__(self):
        return self._behaviour.number() / 4

    def __hash__(self):
        return 1


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "mod", "rmod", "lt", "le", "gt", "ge",
              "eq", "ne", "contains", "getitem", "setitem", "neg", "and", "or", "rand", "ror", "truediv", "rtruediv"):
    setattr(Thing, f"__{_name}__", _operator(f"__{_name}__"))
Thing.__hash__ = lambda self: 1


def _base_class(behaviour, name):
    """A class to derive from: it may change classes that are made of it, and their instances."""
    kind = behaviour.random.randrange(6)

    class Base:
        limit = behaviour.number()

        def __init__(self, *arguments, **keywords):
            behaviour.reach([*arguments, *keywords.values(), self])

        def touch(self):
            behaviour.reach([self])
            return behaviour.number()

    def init_subclass(cls, **keywords):
        behaviour.change(cls, 0)

    def set_attribute(self, key, value):
        object.__setattr__(self, key, behaviour._like(value))

    def get_attribute(self, key):
        value = object.__getattribute__(self, key)
        return value + 1 if type(value) is int else value

    if kind == 0:
        Base.__init_subclass__ = classmethod(init_subclass)
    elif kind == 1:
        Base.__setattr__ = set_attribute
    elif kind == 2:
        Base.__getattribute__ = get_attribute
    elif kind == 3:
        Base = _metaclass(behaviour, name)(name, (Base,), {})
    Base.__name__ = Base.__qualname__ = name
    return Base


def _metaclass(behaviour, name):
    class Meta(type):
        def __new__(mcs, cls_name, bases, space, **keywords):
            for key, value in list(space.items()):
                if not key.startswith("__") and isinstance(value, int) and behaviour.random.random() < 0.7:
                    space[key] = behaviour._like(value)
            return super().__new__(mcs, cls_name, bases, space)

        def __call__(cls, *arguments, **keywords):
            made = super().__call__(*arguments, **keywords)
            behaviour.reach([made])
            return made

    return Meta


class _Module(types.ModuleType):
    def __getattr__(self, name):
        behaviour = self.__dict__["_behaviour"]
        if name == "__path__":
            raise AttributeError(name)
        if name == "__all__":
            value = [each for each in ("sum", "len", "TPB", "extra", "max") if behaviour.random.random() < 0.6]
        elif name.startswith("__"):
            raise AttributeError(name)
        elif name in ("sum", "len", "max"):
            value = lambda *arguments, **keywords: 7
        elif name.startswith("Meta"):
            value = _metaclass(behaviour, name)
        elif name.isupper():
            value = behaviour.number()
        elif name[0].isupper():
            value = _base_class(behaviour, name)
        else:
            value = Thing(behaviour)
        setattr(self, name, value)
        return value


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, behaviour):
        self.behaviour = behaviour

    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top not in NAMES or top in self.behaviour.absent:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = _Module(spec.name)
        module.__dict__["_behaviour"] = self.behaviour
        return module

    def exec_module(self, module):
        self.behaviour.operate()


def install(behaviour):
    sys.meta_path.insert(0, Finder(behaviour))


class Launched(BaseException):
    """The first launch of a kernel: what counts are the values now."""


class _Kernel:
    def __getitem__(self, configuration):
        def launch(*arguments):
            raise Launched
        return launch

    def forall(self, *arguments):
        return self[0]


def install_numba():
    """A numba that compiles nothing."""
    numba = types.ModuleType("numba")
    cuda = types.ModuleType("numba.cuda")

    def jit(function=None, **options):
        return _Kernel() if isinstance(function, types.FunctionType) else lambda each: _Kernel()
    cuda.jit = jit
    numba.cuda = cuda
    for name in ("int8", "uint8", "int32", "uint32", "int64", "uint64", "float32", "float64", "boolean", "from_dtype"):
        setattr(numba, name, _Kernel())
    sys.modules["numba"] = numba
    sys.modules["numba.cuda"] = cuda
