"""Random host programs: the same for a seed everywhere.

A program is made of gadgets (gadgets.py), each a few lines that use names of known kinds and make new ones. What a name may
hold is fixed by its kind, so that programs run on: `int` small integers, `float` dyadic fractions, `str`, `list` and
`set` of integers, `dict` from strings to integers, `tuple` of integers, `grid` lists of lists, `func` functions of one integer
to an integer, `obj` instances with integers `x` and `y`, a list `items`, a property `total` and a method `bump`, `cls` their
classes, `unknown` what a library gave.
"""

import random

import expressions
import gadgets

_KINDS = ("int", "float", "str", "list", "dict", "set", "tuple", "grid", "func", "obj", "cls", "unknown")


class Program:
    """`files`: names to texts, the first one is the program; `unknown`: whether it uses libraries that are not known."""

    def __init__(self, files, unknown):
        self.files = files
        self.unknown = unknown


class Generator:
    """Writes one file."""

    def __init__(self, rng, unknown, level=0, prefix="", others=()):
        self.rng = rng
        self.unknown = unknown
        self.prefix = prefix
        self.others = list(others)
        self.lines = []
        self.imports = []
        self.indent = 0
        self.counter = 0
        self.depth = 0
        self.in_function = 0
        self.levels = {}
        self.scopes = [{kind: [] for kind in _KINDS}]
        # Names that may be bound again where we are.
        self.writable = [set()]
        self.shadowed = set()
        self.helper_files = {}
        self.level = level

    # --- text

    def emit(self, text):
        for line in text.split("\n"):
            self.lines.append("    " * self.indent + line)

    def need(self, line):
        if line not in self.imports:
            self.imports.append(line)

    # --- names

    def fresh(self, stem="n"):
        self.counter += 1
        return f"{self.prefix}{stem}{self.counter}"

    def add(self, kind, name):
        self.scopes[-1][kind].append(name)
        self.writable[-1].add(name)
        return name

    def new(self, kind):
        """A new name of a kind, to be bound by the line that is emitted next."""
        return self.fresh(kind[0] if kind != "func" else "f_")

    def visible(self, kind):
        return [name for scope in self.scopes for name in scope[kind]]

    def has(self, kind):
        return any(scope[kind] for scope in self.scopes)

    def pick(self, kind):
        """A name of the kind; one is made where there is none."""
        found = self.visible(kind)
        if not found:
            found = [gadgets.make(self, kind)]
        return self.rng.choice(found[-12:])

    def pick_writable(self, kind):
        found = [name for name in self.visible(kind) if name in self.writable[-1]]
        if not found:
            found = [gadgets.make(self, kind)]
        return self.rng.choice(found[-12:])

    def pick_func(self, most=1):
        found = [name for name in self.visible("func") if self.levels.get(name, 0) <= most]
        return self.rng.choice(found[-8:]) if found else None

    # --- shorthands

    def chance(self, p):
        return self.rng.random() < p

    def small(self, low=0, high=9):
        return self.rng.randint(low, high)

    def int(self, depth=2):
        return expressions.integer(self, depth)

    def bool(self, depth=2):
        return expressions.boolean(self, depth)

    def list(self, depth=2):
        return expressions.listing(self, depth)

    def str(self, depth=1):
        return expressions.string(self, depth)

    # --- blocks

    def block(self, count=None, function=False, names=(), last=None):
        """An indented block; what it binds is not used behind it."""
        self.indent += 1
        self.depth += 1
        self.scopes.append({kind: [] for kind in _KINDS})
        self.writable.append(set() if function else set(self.writable[-1]))
        self.in_function += function
        for kind, name in names:
            self.add(kind, name)
        before = len(self.lines)
        for _ in range(self.small(1, 3) if count is None else count):
            gadgets.one(self)
        if last is not None:
            last()
        if len(self.lines) == before:
            self.emit("pass")
        self.in_function -= function
        self.writable.pop()
        self.scopes.pop()
        self.depth -= 1
        self.indent -= 1

    def text(self):
        return "\n".join(self.imports + self.lines) + "\n"


def generate(seed):
    rng = random.Random(seed)
    unknown = rng.random() < 0.5
    files = {}
    others = []
    for number in range(rng.choice((0, 0, 0, 1, 1, 2))):
        name = f"part{number}"
        helper = Generator(rng, unknown and rng.random() < 0.5, prefix=f"p{number}_", others=others)
        if number == 0 and rng.random() < 0.08:
            helper.cycle = True
        gadgets.body(helper, rng.randint(4, 9))
        files[f"{name}.py"] = helper
        others.append((name, helper))
    main = Generator(rng, unknown, others=others)
    gadgets.body(main, rng.randint(6, 26))
    gadgets.observe(main)
    texts = {"main.py": main.text()}
    texts.update({name: helper.text() for name, helper in files.items()})
    uses = any(any(f" {lib}" in text for lib in ("fastlib", "devkit", "mystery", "random")) for text in texts.values())
    return Program(texts, uses)
