"""Gadgets that use libraries which kernelc does not know: fakes.py says what these may do."""

from fakes import NAMES
from gadgets import gadget


def _library(g):
    name = g.rng.choice(NAMES)
    return name


def _safe_import(g, statement, otherwise):
    """Most programs come to their end only where a missing library is caught."""
    if g.chance(0.75):
        g.emit(f"try:\n    {statement}\nexcept ImportError:\n    {otherwise}")
    else:
        g.emit(statement)


def _module(g):
    """The name of an imported library, which may be None."""
    for name in g.rng.sample(NAMES, len(NAMES)):
        if name in g.imports_known:
            return name
    name = _library(g)
    place, g.indent = g.indent, g.indent
    _safe_import(g, f"import {name}", f"{name} = None")
    g.indent = place
    if g.indent == 0:
        g.imports_known.add(name)
    return name


def make_unknown(g):
    if not hasattr(g, "imports_known"):
        g.imports_known = set()
    module = _module(g)
    name = g.new("unknown")
    if g.unknown:
        g.emit(f"{name} = {module}.thing if {module} else 3" if g.chance(0.5) else f"{name} = {module}.load({g.small()}) if {module} else 4")
    return g.add("unknown", name)


def _victim(g):
    kind = g.rng.choice(("list", "dict", "set", "grid", "obj", "func", "cls", "tuple", "int"))
    return g.pick(kind) if kind != "cls" or g.has("cls") else g.pick("list")


@gadget(5, unknown=True)
def call_unknown(g):
    if not hasattr(g, "imports_known"):
        g.imports_known = set()
    victim, other = _victim(g), _victim(g)
    module = _module(g)
    name = g.new("unknown")
    call = g.rng.choice((f"{module}.poke({victim})", f"{module}.run({victim}, {other})", f"{module}.register(callback={victim})", f"{module}.sub.go([{victim}])",
                         f"{module}.fill({{'k': {victim}}})", f"{module}.open('f')", f"{module}.each(lambda n: {victim})", f"{module}.Base({victim})",
                         f"{module}.put(*[{victim}], **{{'o': {other}}})", f"{module}.make({victim}).apply({other})", f"{module}.tick()"))
    g.emit(g.rng.choice((
        f"if {module}:\n    {call}", f"{name} = {call} if {module} else 5", f"try:\n    {call}\nexcept Exception:\n    pass",
        f"try:\n    {name} = {call}\nexcept (ValueError, AttributeError):\n    {name} = 6\nelse:\n    {name}x = 2", f"for {name} in ({call} if {module} else []):\n    pass",
        f"if {module} and {call}:\n    {name} = 1\nelse:\n    {name} = 2", f"with {module}.scope({victim}) as {name}:\n    {name}y = 1" if g.chance(0.5) else f"{module} and {call}",
    )))


@gadget(2, unknown=True)
def constant_from_unknown(g):
    name, library = g.new("int"), _library(g)
    upper = f"T{name.upper()}"
    star = f"{name} = 1\ntry:\n    from {library} import *\nexcept ImportError:\n    pass\n{name} = len([1, 2, 3])" if not g.in_function else f"{name} = 1"
    g.emit(g.rng.choice((
        f"try:\n    from {library} import {upper}\nexcept ImportError:\n    {upper} = 32\n{name} = {upper}",
        f"try:\n    import {library}\n    {name} = {library}.{upper}\nexcept ImportError:\n    {name} = 16",
        f"try:\n    import {library}\n    {name}h = True\nexcept ImportError:\n    {name}h = False\n{name} = 8 if {name}h else 4",
        star,
        f"try:\n    from {library}.sub import {upper} as {name}\nexcept (ImportError, AttributeError):\n    {name} = 3",
        f"import importlib\ntry:\n    {name}m = importlib.import_module('{library}')\nexcept ImportError:\n    {name}m = None\n{name} = 1 if {name}m else 2",
        f"import importlib.util\n{name} = 5 if importlib.util.find_spec('{library}') else 6",
        f"import sys\n{name} = '{library}' in sys.modules",
        f"import time, random\n{name} = int(time.time()) % 7 + random.randrange(3)",
        f"import os\n{name} = int(os.environ.get('HOST_PROGRAMS_SIZE', '3'))",
        f"import random\n{name} = random.choice([1, 2, 3])\nrandom.shuffle({g.pick('list')})",
    )))
    g.add("int", name)


@gadget(2, module=True, unknown=True)
def class_of_unknown(g):
    if not hasattr(g, "imports_known"):
        g.imports_known = set()
    module = _module(g)
    cls, name, a = g.fresh("U"), g.fresh("w"), g.small()
    xs = g.pick("list")
    g.emit(g.rng.choice((
        f"class {cls}({module}.Base if {module} else object):\n    size = {a}\n    items = [1, 2]\n{name} = {cls}.size\n{name}i = {cls}.items",
        f"class {cls}(*([{module}.Base] if {module} else [])):\n    size = {a}\n    def __init__(self):\n        self.v = 3\n{name} = {cls}()\n{name}v = {name}.v\n{name}s = {name}.size",
        f"if {module}:\n    class {cls}(metaclass={module}.Meta):\n        size = {a}\n        def get(self):\n            return 4\n    {name} = {cls}.size\n    {name}g = {cls}().get()",
        f"if {module}:\n    @{module}.wrap\n    class {cls}:\n        size = {a}\n    {name} = {cls}.size",
        f"if {module}:\n    @{module}.jit\n    def {cls}(n):\n        {xs}.append(n)\n        return n + 1\n    {name} = {cls}(3)",
        f"if {module}:\n    @{module}.option(size=3)\n    def {cls}(n=[{a}]):\n        n.append(2)\n        return len(n)\n    {name} = {cls}()",
        f"class {cls}:\n    size = {a}\n    def __init__(self, v):\n        self.v = v\n{name} = {cls}(2)\nif {module}:\n    {module}.poke({cls})\n{name}s = {name}.size\n{name}t = {cls}(4).v",
        f"class {cls}:\n    def __init__(self):\n        self.parts = {xs}\n{name} = {cls}()\nif {module}:\n    {name}.handler = {module}.handle({name})\n{name}n = len({name}.parts)",
    )))


@gadget(1, module=True, unknown=True)
def leave_unknown(g):
    g.need("import sys")
    name = g.pick("unknown")
    g.emit(f"if {name} == 12345:\n    sys.exit()" if g.chance(0.6) else f"try:\n    {name}.check()\nexcept AttributeError:\n    pass")


@gadget(0.4, module=True)
def launch(g):
    """Behind the first launch nothing counts."""
    if getattr(g, "launched", False) or g.prefix:
        return
    g.launched = True
    name = g.fresh("kernel")
    g.emit(f"from numba import cuda\n@cuda.jit\ndef {name}(out):\n    out[0] = 1")
    if g.chance(0.6):
        g.emit(f"def {name}_go():\n    {name}[1, 32](None)")
        g.emit(f"if {g.bool()}:\n    {name}_go()")
    else:
        g.emit(f"{name}[1, 32](None)")
