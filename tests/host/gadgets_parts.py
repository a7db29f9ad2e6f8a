"""Gadgets that replace what Python's objects are made of: classes of objects, code and defaults of functions, members of libraries."""

from gadgets import gadget

# {n}: a fresh name, {a} and {b}: small integers, {l}: a list.
_PARTS = (
    "class {n}A:\n    v = {a}\nclass {n}B:\n    v = {b}\n    def get(self):\n        return self.v + 1\n{n} = {n}A()\n{n}.__class__ = {n}B\n{n}r = {n}.v\n{n}s = {n}.get()\n{n}t = type({n}) is {n}B",
    "class {n}A:\n    v = {a}\n    def change(self):\n        self.__class__ = {n}B\n        return self\nclass {n}B({n}A):\n    v = {b}\n{n} = {n}A().change()\n{n}r = {n}.v + {n}A.v",
    "class {n}A:\n    def __init__(self):\n        self.v = {a}\n{n} = {n}A()\n{n}d = {{'v': {b}, 'w': 1}}\n{n}.__dict__ = {n}d\n{n}d['v'] += 1\n{n}r = {n}.v",
    "class {n}A:\n    v = {a}\n    def __getattribute__(self, name):\n        if name == 'v':\n            return {b}\n        return object.__getattribute__(self, name)\n{n} = {n}A().v",
    "class {n}M(type):\n    def __getattribute__(cls, name):\n        return {b} if name == 'v' else type.__getattribute__(cls, name)\nclass {n}A(metaclass={n}M):\n    v = {a}\n{n} = {n}A.v\n{n}r = {n}A().v",
    "class {n}M(type):\n    def __getattr__(cls, name):\n        if name.startswith('__'):\n            raise AttributeError(name)\n        return len(name)\nclass {n}A(metaclass={n}M):\n    v = {a}\n{n} = {n}A.v + {n}A.missing",
    "class {n}M(type):\n    def __setattr__(cls, name, value):\n        type.__setattr__(cls, name, value + 1)\nclass {n}A(metaclass={n}M):\n    v = {a}\n{n}A.v = {b}\n{n} = {n}A.v",
    "class {n}D(dict):\n    def __setitem__(self, key, value):\n        dict.__setitem__(self, key, value * 2 if type(value) is int else value)\nclass {n}M(type):\n    @classmethod\n    def __prepare__(mcs, name, bases):\n        return {n}D()\n    def __new__(mcs, name, bases, space):\n        return type.__new__(mcs, name, bases, dict(space))\nclass {n}A(metaclass={n}M):\n    v = {a}\n{n} = {n}A.v",
    "class {n}P:\n    v = {a}\nclass {n}Q:\n    v = {b}\nclass {n}A({n}P):\n    pass\n{n}A.__bases__ = ({n}Q,)\n{n} = {n}A.v\n{n}r = {n}A().v",
    "def {n}f(k=1):\n    return k + {a}\ndef {n}g(k=2):\n    {l}.append({a})\n    return k * 10\n{n}f.__code__ = {n}g.__code__\n{n} = {n}f()\n{n}r = len({l})",
    "def {n}f(k, m={a}):\n    return k * 10 + m\n{n}f.__defaults__ = ({b},)\n{n} = {n}f(2)\n{n}f.__defaults__ = None\ntry:\n    {n}r = {n}f(2)\nexcept TypeError:\n    {n}r = -1",
    "def {n}f(*, m={a}):\n    return m\n{n}f.__kwdefaults__ = {{'m': {b}}}\n{n} = {n}f()",
    "def {n}f(held={l}):\n    held.append({a})\n    return len(held)\n{n}f.__defaults__[0].append({b})\n{n} = {n}f()",
    "def {n}make():\n    x = {a}\n    def get():\n        return x\n    return get\n{n}f = {n}make()\n{n}f.__closure__[0].cell_contents = {b}\n{n} = {n}f()",
    "{n}v = {a}\ndef {n}f():\n    return {n}v\n{n}f.__globals__['{n}v'] = {b}\n{n} = {n}f()",
    "import math\n{n}old = math.pi\nmath.pi = {a}\n{n} = math.pi * 2\nmath.pi = {n}old",
    "import math\nmath.{n}extra = {a}\n{n} = math.{n}extra\nmath.{n}sin = lambda v: v + {b}\n{n}r = math.{n}sin(1)",
    "import math\nvars(math)['{n}q'] = {a}\n{n} = getattr(math, '{n}q')\nsetattr(math, '{n}q', {b})\n{n}r = math.{n}q",
    "import builtins\nbuiltins.{n}b = {a}\n{n} = {n}b + 1",
    "import builtins\n{n}old = builtins.divmod\nbuiltins.divmod = lambda p, q: p + q\n{n} = divmod(7, {a})\nbuiltins.divmod = {n}old\n{n}r = divmod(7, 2)",
    "import string\nstring.digits = '{a}{b}'\n{n} = len(string.digits)",
    "class {n}A:\n    def get(self):\n        return {a}\n{n} = {n}A()\n{n}.get = lambda: {b}\n{n}r = {n}.get() + {n}A().get()\n{n}A.get = lambda self: 50\n{n}s = {n}A().get() + {n}.get()",
    "class {n}A:\n    @property\n    def v(self):\n        return {a}\n{n} = {n}A()\n{n}.__dict__['v'] = {b}\n{n}r = {n}.v\n{n}A.v = {b} + 1\n{n}s = {n}.v",
    "{n} = {{}}\nexec('v = {a}\\ndef f(k): return k + v', {n})\n{n}r = {n}['f'](1)\n{n}s = {n}['v']",
    "class {n}A(int):\n    def __add__(self, other):\n        return 99\n{n} = {n}A({a}) + 1\n{n}r = {n}A({a}) * 2\n{n}s = int({n}A({b})) + 1",
    "class {n}A(tuple):\n    def __getitem__(self, i):\n        return 42\n    def __len__(self):\n        return 7\n{n} = {n}A(({a}, {b}))\n{n}r = {n}[0] + len({n})\n{n}s = list({n})",
)


@gadget(1.5, module=True)
def parts(g):
    g.emit(g.rng.choice(_PARTS).format(n=g.fresh("e"), a=g.small(1, 9), b=g.small(1, 9), l=g.pick("list")))
