"""Gadgets of classes and instances."""

from gadgets import gadget


_PROPERTY = """    @property
    def total(self):
        return self.x + self.y"""
_SETTER = """    @total.setter
    def total(self, value):
        self.x = value - self.y"""


def _members(g, base):
    """The members that every class here has, some of them inherited."""
    a = g.small()
    lines = [f"    scale = {g.small(1, 5)}"]
    if not base:
        lines.append(g.rng.choice((
            f"    def __init__(self, x=1, y={a}):\n        self.x = x\n        self.y = y\n        self.items = [x]",
            f"    def __init__(self, x=1, y={a}, items=None):\n        self.x, self.y = x, y\n        self.items = items if items is not None else []",
            f"    items = []\n    def __init__(self, x=1, y={a}):\n        self.x = x\n        self.y = y\n        self.items.append(x)\n        self.__dict__['items'] = self.items",
            f"    def __new__(cls, *a, **k):\n        self = object.__new__(cls)\n        self.x, self.y = 1, 2\n        return self\n    def __init__(self, x=1, y={a}):\n        self.x += x\n        self.y = y\n        self.items = [self.x, y]",
            f"    def __init__(self, x=1, y={a}, box=[]):\n        box.append(x)\n        self.x = x\n        self.y = y + len(box)\n        self.items = box",
        )))
        lines += [_PROPERTY, _SETTER]
        lines.append(g.rng.choice((
            "    def bump(self, n):\n        self.x = (self.x + n) % 101\n        return self.x",
            "    def bump(self, n):\n        self.items.append(n % 7)\n        del self.items[5:]\n        return len(self.items) * self.scale",
            "    def bump(self, n):\n        type(self).scale = (self.scale + 1) % 9\n        return n + self.scale",
            "    def bump(self, n):\n        self.total = n\n        return self.x",
        )))
        return lines
    if g.chance(0.5):
        lines.append(g.rng.choice((
            f"    def __init__(self, x=1, y={a}):\n        super().__init__(x + 1, y)\n        self.z = self.x * 2",
            f"    def __init__(self, *args, **kw):\n        super().__init__(*args, **kw)\n        self.y += {a}",
            f"    def __init__(self, x=1, y={a}):\n        {base}.__init__(self, y, x)",
        )))
    if g.chance(0.5):
        lines.append(g.rng.choice((
            "    def bump(self, n):\n        return super().bump(n + 1) + 1", f"    def bump(self, n):\n        return n * {a}",
            "    @classmethod\n    def bump(cls, n):\n        cls.scale += 1\n        return cls.scale + n", "    @staticmethod\n    def bump(n):\n        return n - 1",
        )))
    if g.chance(0.3):
        lines.append("    @property\n    def total(self):\n        return super().total * 2\n    @total.setter\n    def total(self, value):\n        self.y = value")
    return lines


_SPECIAL = (
    "    def __eq__(self, other):\n        return self.x == getattr(other, 'x', None)\n    def __hash__(self):\n        return 5",
    "    def __add__(self, other):\n        return self.x + (other if isinstance(other, int) else other.x)\n    __radd__ = __add__",
    "    def __len__(self):\n        return 3\n    def __getitem__(self, i):\n        if i > 3:\n            raise IndexError(i)\n        return self.x + i",
    "    def __call__(self, n=2):\n        return self.x * n", "    def __bool__(self):\n        return self.x > 3",
    "    def __iter__(self):\n        yield self.x\n        yield self.y", "    def __contains__(self, v):\n        return v == self.x",
    "    def __iadd__(self, other):\n        self.x += other\n        return self", "    def __getattr__(self, name):\n        if name.startswith('__'):\n            raise AttributeError(name)\n        return len(name)",
    "    def __setattr__(self, name, value):\n        object.__setattr__(self, name, value)\n        object.__setattr__(self, 'last', name)",
    "    def __lt__(self, other):\n        return self.x < other.x", "    def __enter__(self):\n        self.x += 1\n        return self\n    def __exit__(self, *error):\n        self.y += 1\n        return True",
    "    def __init_subclass__(cls, **kw):\n        super().__init_subclass__(**kw)\n        cls.scale = 4", "    def __repr__(self):\n        return f'<{self.x}>'",
    "    def __matmul__(self, other):\n        return self.x * 10\n    def __neg__(self):\n        return -self.x", "    def __index__(self):\n        return self.x % 5",
)


@gadget(2, module=True)
def make_class(g):
    name = g.fresh("K")
    base = g.pick("cls") if g.has("cls") and g.chance(0.45) else ""
    keyword = g.rng.choice(("", "", "", "(object)", ""))
    meta = ""
    if not base and g.chance(0.12):
        meta = g.fresh("M")
        g.emit(g.rng.choice((
            f"class {meta}(type):\n    def __new__(mcs, name, bases, space):\n        made = super().__new__(mcs, name, bases, space)\n        made.scale = made.scale + 10\n        return made",
            f"class {meta}(type):\n    made = []\n    def __init__(cls, name, bases, space):\n        super().__init__(name, bases, space)\n        {meta}.made.append(name)",
            f"class {meta}(type):\n    def __call__(cls, *a, **k):\n        self = super().__call__(*a, **k)\n        self.x = self.x + 1\n        return self",
            f"class {meta}(type):\n    @property\n    def wide(cls):\n        return cls.scale * 2\n    def __len__(cls):\n        return 4",
        )))
    lines = _members(g, base) + g.rng.sample(_SPECIAL, g.rng.choice((0, 0, 1, 2)))
    if g.chance(0.15):
        deco = g.fresh("cdeco")
        g.emit(g.rng.choice((f"def {deco}(cls):\n    cls.scale = cls.scale * 2\n    return cls", f"def {deco}(cls):\n    cls.extra = staticmethod(lambda: {g.small()})\n    return cls")))
        g.emit(f"@{deco}")
    g.emit(f"class {name}" + (f"({base})" if base else f"(metaclass={meta})" if meta else keyword) + ":\n" + "\n".join(lines))
    return g.add("cls", name)


def make_object(g):
    cls = g.pick("cls") if g.has("cls") else (_local_class(g) if g.indent else make_class(g))
    name = g.new("obj")
    a, b = g.small(), g.int(1)
    g.emit(g.rng.choice((f"{name} = {cls}()", f"{name} = {cls}({a})", f"{name} = {cls}({a}, {b})", f"{name} = {cls}(y={b}, x={a})", f"{name} = {cls}(*[{a}, {b}])")))
    return g.add("obj", name)


def _local_class(g):
    name = g.fresh("K")
    g.emit(f"class {name}:\n" + "\n".join(_members(g, "")))
    return g.add("cls", name)


@gadget(3)
def instance(g):
    make_object(g)


@gadget(1)
def protocol(g):
    """What special methods do, where the class has them or not."""
    o, name, a = g.pick("obj"), g.fresh("p"), g.small()
    g.emit(f"try:\n    " + g.rng.choice((
        f"{name} = {o} + {a}", f"{name} = len({o})", f"{name} = {o}[1]", f"{name} = {o}({a})", f"{name} = bool({o})", f"{name} = list({o})", f"{name} = {a} in {o}",
        f"{o} += {a}\n    {name} = 1" if o in g.writable[-1] else f"{name} = {a} + {o}", f"{name} = {o}.nothing", f"{name} = {o} == {g.pick('obj')}", f"{name} = {o} < {g.pick('obj')}",
        f"with {o} as w:\n        raise KeyError\n    {name} = {o}.x", f"{name} = {{{o}: 1}}[{o}]", f"{name} = -{o}", f"{name} = [0, 1, 2, 3, 4][{o}]", f"{name} = {o} @ 2",
        f"{name} = type({o}).__name__", f"{name} = {o}.__class__.__mro__[-2].__name__", f"{name} = isinstance({o}, {g.pick('cls') if g.has('cls') else 'object'})",
        f"{name} = {o}.bump.__name__", f"{name} = type({o}).bump({o}, {a})", f"{name} = sorted(vars({o}))", f"{name} = [{o}, {o}].count({o})",
        f"del {o}.y\n    {name} = {o}.y", f"delattr({o}, 'z')\n    {name} = 0", f"{name} = sum({o}, {a})", f"{name} = max({o}, {o}).x", f"{name} = super(type({o}), {o}).bump(1)",
    )) + f"\nexcept Exception as error:\n    {name} = type(error).__name__")


_CLASSES = (
    "import dataclasses\n@dataclasses.dataclass\nclass {n}:\n    a: int\n    b: float = 2.5\n    c: list = dataclasses.field(default_factory=list)\n    def __post_init__(self):\n        self.d = self.a * 2\n{v} = {n}({a})\n{v}.c.append({a})\n{v}r = {n}(3, c=[1]) == {n}(3, 2.5, [1])",
    "from dataclasses import dataclass, replace, asdict, field\n@dataclass(frozen=True, order=True)\nclass {n}:\n    a: int = {a}\n    b: int = 3\n{v} = replace({n}(), b=9)\n{v}r = asdict({v})\n{v}s = {v} < {n}(5, 5)\n{v}h = hash({n}(1)) == hash({n}(1))",
    "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass {n}:\n    a: int = 1\n    def __post_init__(self):\n        object.__setattr__(self, 'twice', self.a * 2)\n{v} = {n}({a})\ntry:\n    {v}.a = 5\nexcept Exception as e:\n    {v}r = type(e).__name__",
    "import enum\nclass {n}(enum.Enum):\n    A = {a}\n    B = enum.auto()\n    C = 7\n    D = 7\n    @property\n    def twice(self):\n        return self.value * 2\n{v} = [m.name for m in {n}]\n{v}r = {n}.B.value\n{v}s = {n}(7)\n{v}t = {n}['C'].twice",
    "from enum import IntEnum, auto\nclass {n}(IntEnum):\n    X = auto()\n    Y = auto()\n    Z = {a}\n{v} = {n}.X + 1\n{v}r = len({n})\n{v}s = {n}.Y\n{v}t = sorted({n})[-1]",
    "import enum\nclass {n}(enum.Enum):\n    def _generate_next_value_(name, start, count, last):\n        return name.lower() + str(count)\n    P = enum.auto()\n    Q = enum.auto()\n{v} = {n}.Q.value",
    "import enum\nclass {n}(enum.IntFlag):\n    R = 1\n    W = 2\n    E = 4\n{v} = int({n}.R | {n}.E)\n{v}r = bool({n}.R & {n}.W)",
    "from typing import NamedTuple\nclass {n}(NamedTuple):\n    a: int\n    b: int = 5\n{v} = {n}({a})\n{v}r = {v}._replace(b=1)\n{v}s = {v}.a + {v}[1]\n{v}t, {v}u = {v}",
    "from collections import namedtuple\n{n} = namedtuple('{n}', 'a b', defaults=[4])\n{v} = {n}({a})\n{v}r = {v}._asdict()",
    "from abc import ABC, abstractmethod\nclass {n}Base(ABC):\n    @abstractmethod\n    def get(self): ...\n    def twice(self):\n        return self.get() * 2\nclass {n}({n}Base):\n    def get(self):\n        return {a}\n{v} = {n}().twice()\ntry:\n    {v}r = {n}Base()\nexcept TypeError:\n    {v}r = 'abstract'",
    "class {n}:\n    __slots__ = ('a', 'b')\n    def __init__(self):\n        self.a = {a}\n{v} = {n}()\ntry:\n    {v}.c = 1\nexcept AttributeError:\n    {v}.b = 2",
    "class {n}D:\n    def __set_name__(self, owner, name):\n        self.name = '_' + name\n    def __get__(self, obj, owner=None):\n        return self if obj is None else getattr(obj, self.name, {a})\n    def __set__(self, obj, value):\n        setattr(obj, self.name, value * 2)\nclass {n}:\n    f = {n}D()\n{v} = {n}()\n{v}r = {v}.f\n{v}.f = 5\n{v}s = {v}.f",
    "class {n}A:\n    def who(self):\n        return 'a'\nclass {n}B({n}A):\n    def who(self):\n        return 'b' + super().who()\nclass {n}C({n}A):\n    def who(self):\n        return 'c' + super().who()\nclass {n}({n}B, {n}C):\n    def who(self):\n        return 'd' + super().who()\n{v} = {n}().who()\n{v}r = [c.__name__ for c in {n}.__mro__]",
    "{n} = type('{n}', (), {{'a': {a}, 'get': lambda self: self.a + 1}})\n{v} = {n}().get()",
    "class {n}(dict):\n    def __missing__(self, key):\n        self[key] = {a}\n        return {a}\n{v} = {n}(p=1)\n{v}r = {v}['q'] + {v}['p']",
    "class {n}(list):\n    def push(self, v):\n        self.append(v)\n        return len(self)\n{v} = {n}([1, 2])\n{v}r = {v}.push({a})\n{v}s = {v} + [3]",
    "class {n}(int):\n    def __add__(self, other):\n        return {n}(int(self) + other + 1)\n{v} = {n}({a}) + 2\n{v}r = int({v} * 2)",
    "class {n}:\n    registry = {{}}\n    def __init_subclass__(cls, tag=None, **kw):\n        super().__init_subclass__(**kw)\n        {n}.registry[tag or cls.__name__] = cls\nclass {n}X({n}, tag='x'):\n    pass\nclass {n}Y({n}):\n    pass\n{v} = sorted({n}.registry)",
    "class {n}:\n    count = 0\n    def __class_getitem__(cls, item):\n        return item\n    @classmethod\n    def create(cls, k):\n        cls.count += 1\n        self = cls()\n        self.k = k\n        return self\nclass {n}S({n}):\n    pass\n{v} = {n}.create({a})\n{v}r = {n}S.create(2)\n{v}s = ({n}.count, {n}S.count)\n{v}t = {n}[5]",
    "import functools\nclass {n}:\n    def __init__(self):\n        self.n = 0\n    @functools.cached_property\n    def value(self):\n        self.n += 1\n        return {a}\n{v} = {n}()\n{v}r = {v}.value + {v}.value",
    "import functools\n@functools.total_ordering\nclass {n}:\n    def __init__(self, k):\n        self.k = k\n    def __eq__(self, o):\n        return self.k == o.k\n    def __lt__(self, o):\n        return self.k < o.k\n{v} = {n}({a}) >= {n}(3)",
    "class {n}:\n    x = 1\n    y = [x + i for i in range({a})] if False else [x] * 2\n    z = (lambda v: v + 1)(x)\n    for i in range(3):\n        x += i\n    del i\n{v} = ({n}.x, {n}.y, {n}.z)",
    "class {n}:\n    __private = {a}\n    def get(self):\n        return self.__private\n{v} = {n}().get()\n{v}r = {n}._{n}__private\n{v}s = hasattr({n}, '__private')",
)


@gadget(3, module=True)
def special_class(g):
    text = g.rng.choice(_CLASSES)
    g.emit(text.format(n=g.fresh("C"), v=g.fresh("c"), a=g.small(1, 9)))
