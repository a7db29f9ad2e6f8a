"""What random programs are made of: bindings, blocks, functions, aliases. More in gadgets_classes.py, gadgets_library.py and
gadgets_unknown.py. To add one: a function with @gadget(weight) that emits lines and adds the names that it binds.
"""

GADGETS = []


def gadget(weight, module=False, unknown=False):
    """`module`: at module level only. `unknown`: in programs with unknown libraries only."""
    def register(function):
        GADGETS.append((function, weight, module, unknown))
        return function
    return register


def one(g):
    """Emits one gadget that may stand here."""
    fitting = [(f, w) for f, w, module, unknown in GADGETS
               if (not module or g.indent == 0) and (not unknown or g.unknown) and (g.depth < 3 or not f.__name__.startswith("block_"))]
    function = g.rng.choices([f for f, _ in fitting], [w for _, w in fitting])[0]
    function(g)


def body(g, count):
    if getattr(g, "cycle", False):
        # A circle: what the program has bound before it imports this file is there, unless the name is another module.
        g.imports.append("import main as whole")
    for _ in range(count):
        one(g)


def observe(g):
    """Names that show what the containers hold, and what functions give at the end."""
    for kind in ("list", "dict", "set", "tuple", "grid", "obj"):
        for name in g.scopes[0][kind][:3]:
            if g.chance(0.3):
                g.emit(f"seen_{name} = {name}")
    for name in g.scopes[0]["func"][:4]:
        if g.chance(0.6):
            g.emit(f"last_{name} = {name}({g.small()})")
    for name in g.scopes[0]["obj"][:3]:
        if g.chance(0.6):
            g.emit(f"last_{name} = ({name}.x, {name}.total, list({name}.items))")


def make(g, kind):
    """Binds a new name of the kind by the simplest statement."""
    if kind in ("obj", "cls"):
        return gadgets_classes.make_object(g) if kind == "obj" else gadgets_classes.make_class(g)
    if kind == "unknown":
        return gadgets_unknown.make_unknown(g)
    name = g.new(kind)
    if kind == "func":
        g.emit(f"def {name}(n):\n    return n + {g.small()}")
        g.levels[name] = 0
        return g.add(kind, name)
    numbers = [str(g.small()) for _ in range(g.small(1, 5))]
    text = {
        "int": numbers[0],
        "float": f"{g.small()} / 4",
        "str": repr("".join(g.rng.choice("abcdxy") for _ in range(g.small(1, 5)))),
        "list": "[" + ", ".join(numbers) + "]",
        "set": "{" + ", ".join(numbers) + "}",
        "tuple": "(" + ", ".join(numbers) + ",)",
        "dict": "{" + ", ".join(f"{k!r}: {n}" for k, n in zip("abcde", numbers)) + "}",
        "grid": f"[[{numbers[0]}, {g.small()}], [{g.small()}]]",
    }[kind]
    g.emit(f"{name} = {text}")
    return g.add(kind, name)


# --- bindings

@gadget(8)
def bind_int(g):
    value = g.int(3)
    name = g.new("int")
    g.emit(g.rng.choice((f"{name} = {value}", f"{name} = ({value}) % 1009", f"{name}: int = {value}")))
    g.add("int", name)


@gadget(3)
def bind_again(g):
    name = g.pick_writable("int")
    value = g.int()
    g.emit(g.rng.choice((f"{name} = ({value}) % 1013", f"{name} += {value}", f"{name} = {name} * 2 % 211", f"{name} -= {g.small()}",
                         f"{name} //= 2", f"{name} |= 4", f"{name} = {name} ^ {g.small()}")))


@gadget(3)
def bind_list(g):
    value = g.list()
    name = g.new("list")
    g.emit(f"{name} = {value}")
    g.add("list", name)


@gadget(2)
def bind_text(g):
    value = g.str()
    name = g.new("str")
    g.emit(f"{name} = {value}")
    g.add("str", name)


@gadget(2)
def bind_dict(g):
    a, b, d = g.int(), g.int(1), g.pick("dict")
    text = g.rng.choice((f"{{'a': {a}, 'b': {b}}}", f"{{k: v + 1 for k, v in {d}.items()}}", f"dict(a={a}, c={b})", f"dict({d})", f"{{**{d}, 'd': {a}}}",
                         f"{d} | {{'b': {a}}}", f"{d}.copy()", f"dict(zip('abc', {g.pick('list')}))", f"{{c: ord(c) for c in 'abd'}}",
                         f"dict([('a', {a}), ('c', {b})])", f"dict.fromkeys('ab', {a})"))
    name = g.new("dict")
    g.emit(f"{name} = {text}")
    g.add("dict", name)


@gadget(2)
def bind_other(g):
    kind = g.rng.choice(("tuple", "set", "grid", "float"))
    a, b, xs = g.int(1), g.int(1), g.pick("list")
    text = g.rng.choice({
        "tuple": (f"({a}, {b})", f"tuple({xs}) or (1,)", f"({a}, *{xs}[:2])", f"{g.pick('tuple')} + ({a},)", f"tuple(v % 5 for v in {xs}) or (2,)"),
        "set": (f"{{{a}, {b}}}", f"set({xs})", f"{{v % 3 for v in {xs}}}", f"{g.pick('set')} | {{{a}}}", f"{g.pick('set')} - {{{a}}}"),
        "grid": (f"[[{a}, {b}], {xs}[:2] or [0]]", f"[{xs}[:2] or [7] for _ in range(2)]", f"[[i * j for j in range(3)] for i in range(2)]",
                 f"[[{a}]] * 3", f"[list(r) for r in zip(*{g.pick('grid')})] or [[0]]"),
        "float": (f"{a} / 8", f"float({a})", f"{g.pick('float')} * 0.5", f"abs({a} - 0.5)", f"{a} * 2.5 % 7", f"round({a} / 4, 1)"),
    }[kind])
    name = g.new(kind)
    g.emit(f"{name} = {text}")
    g.add(kind, name)


@gadget(2)
def unpack(g):
    a, b, c = (g.new("int") for _ in range(3))
    x, y = g.int(1), g.int(1)
    g.emit(g.rng.choice((f"{a}, {b}, {c} = {x}, {y}, 3", f"{a}, ({b}, {c}) = {x}, ({y}, {g.small()})", f"{a} = {b} = {c} = {x}",
                         f"{a}, {b}, {c} = sorted([{x}, {y}, 4])", f"{a}, {b}, {c} = 1, {x}, {y}\n{a}, {b} = {b}, {a}",
                         f"{a}, *_, {b}, {c} = [{x}, 5, {y}, 6, 7]", f"({a} := {x})\n{b} = {c} = {a} + 1")))
    for name in (a, b, c):
        g.add("int", name)


# --- aliases and changes

@gadget(4)
def alias(g):
    kind = g.rng.choice(("list", "list", "dict", "set", "grid", "obj"))
    old = g.pick(kind)
    name = g.new(kind)
    g.emit(g.rng.choice((f"{name} = {old}", f"{name} = [{old}][0]", f"{name} = {{'k': {old}}}['k']", f"{name} = (lambda: {old})()",
                         f"{name} = {old} if True else None", f"{name}, _ = {old}, 1", f"{name} = ({old},)[-1]", f"{name} = {old} or {old}")))
    g.add(kind, name)


def _change_list(g):
    name, a, b = g.pick("list"), g.int(), g.int(1)
    return g.rng.choice((
        f"{name}.append({a})", f"{name}.extend([{a}, {b}])", f"{name}.insert(0, {a})", f"{name}[:2] = [{a}]", f"{name}[1:1] = [{a}, {b}]",
        f"if {name}:\n    {name}[0] = {a}", f"if {name}:\n    {name}.pop()", f"{name}.sort()", f"{name}.reverse()", f"del {name}[3:]",
        f"{name} += [{a}]" if name in g.writable[-1] else f"{name}.append({b})", f"{name}[-1:] = []", f"{name}.sort(key=lambda v: -v)",
        f"if {name}:\n    {name}[-1] += {b}", f"{name}[::2] = [0] * len({name}[::2])", f"if {g.small()} in {name}:\n    {name}.remove({name}[0])",
        f"{name} *= 2\ndel {name}[8:]" if name in g.writable[-1] else f"{name}.clear()", f"{name}.append(len({name}))",
        f"for i in range(len({name})):\n    {name}[i] = {name}[i] * 2 % 101", f"(lambda q: q.append({a}))({name})", f"del {name}[9:]",
    ))


def _change_dict(g):
    name, a = g.pick("dict"), g.int()
    key = repr(g.rng.choice("abcde"))
    return g.rng.choice((
        f"{name}[{key}] = {a}", f"{name}.update(a={a})", f"{name}.setdefault({key}, {a})", f"{name}.pop({key}, None)", f"{name}[{key}] = {name}.get({key}, 0) + 1",
        f"{name} |= {{{key}: {a}}}" if name in g.writable[-1] else f"{name}.update({{{key}: {a}}})", f"for k in list({name}):\n    {name}[k] = {name}[k] % 7",
        f"if {key} in {name}:\n    del {name}[{key}]", f"for k, v in sorted({name}.items()):\n    {name}[k + k] = v % 9\n    break",
        f"{name}.update(zip('ab', {g.pick('list')}))",
    ))


@gadget(6)
def change(g):
    kind = g.rng.random()
    a = g.int()
    if kind < 0.45:
        g.emit(_change_list(g))
    elif kind < 0.65:
        g.emit(_change_dict(g))
    elif kind < 0.75:
        name = g.pick("set")
        g.emit(g.rng.choice((f"{name}.add({a})", f"{name}.discard({a})", f"{name}.update({g.pick('list')})", f"{name}.difference_update({{1, 2}})")))
    elif kind < 0.87:
        name = g.pick("grid")
        g.emit(g.rng.choice((f"{name}[0][0] = {a}", f"{name}[-1].append({a})", f"{name}.append([{a}])", f"for row in {name}:\n    row.append({g.small()})",
                             f"{name}[0] = {g.pick('list')} or [1]", f"{name}[0], {name}[-1] = {name}[-1], {name}[0]")))
    else:
        name = g.pick("obj")
        g.emit(g.rng.choice((f"{name}.x = {a}", f"{name}.y += 1", f"{name}.items.append({a})", f"{name}.bump({a})", f"setattr({name}, 'x', {a})",
                             f"vars({name})['y'] = {a}", f"{name}.items = {g.pick('list')}", f"type({name}).scale = {g.small()}",
                             f"{name}.__dict__.update(x={a})", f"{name}.scale = {a}", f"{name}.items += [{a}]", f"{name}.total = {a}")))


@gadget(2)
def hold(g):
    """Containers that hold containers, changed through another way."""
    xs, ds = g.pick("list"), g.pick("dict")
    name = g.fresh("h")
    a = g.int(1)
    g.emit(g.rng.choice((
        f"{name} = {{'l': {xs}, 'd': {ds}}}\n{name}['l'].append({a})\n{name}['d']['z'] = {a}",
        f"{name} = [{xs}, {xs}]\n{name}[0].append({a})\n{name} = len({name}[1])",
        f"{name} = ({xs}, {ds})\n{name}[1]['t'] = {a}",
        f"{name} = dict(v={xs})\nfor each in {name}.values():\n    each.append({a})",
        f"import copy\n{name} = copy.deepcopy([{xs}, {xs}])\n{name}[0].append({a})",
        f"import copy\n{name} = copy.copy({{'a': {xs}}})\n{name}['a'].append({a})",
        f"{name} = [{xs}] * 2\n{name}[1].insert(0, {a})",
        f"{name} = {ds}.keys()\n{ds}['late'] = {a}\n{name} = sorted({name})",
        f"{name} = memoryview(bytearray(b'abcd'))\n{name}[1] = {g.small(65, 90)}\n{name} = bytes({name}[1:3])",
        f"{name} = bytearray(b'xyz')\n{name}2 = {name}\n{name}2[0] = {g.small()}\n{name}2.append(7)",
        f"{name} = iter({xs})\nnext({name}, None)\n{xs}.append({a})\n{name} = list({name})[:9]",
        f"{name} = map(lambda v: v + 1, {xs})\n{xs}.append({a})\n{name} = list({name})",
        f"{name} = (v * 2 for v in {xs})\n{xs}.insert(0, {a})\n{name} = list({name})",
        f"{name} = [[]] * 2\n{name}[0].append({a})", f"{name} = slice(1, 3)\n{name} = {xs}[{name}]",
        f"{name} = {{}}\n{name}['me'] = {name}\n{name}['v'] = {a}", f"{name} = enumerate({xs}, 1)\n{name} = dict({name})",
    )))


@gadget(1)
def delete(g):
    if g.in_function or not g.chance(0.7):
        return
    name = g.fresh("gone")
    g.emit(g.rng.choice((f"{name} = {g.int(1)}\ndel {name}", f"{name} = [1, 2, 3]\ndel {name}[0], {name}[0]", f"{name} = {{'a': 1}}\ndel {name}['a']")))


# --- blocks

@gadget(4)
def block_if(g):
    g.emit(f"if {g.bool()}:")
    g.block()
    if g.chance(0.3):
        condition = g.rng.choice((f"len({g.pick('list')}) > 2" if g.has("list") else "True", "False", "0 == 1"))
        g.emit(f"elif {condition}:")
        g.block(1)
    if g.chance(0.5):
        g.emit("else:")
        g.block()


@gadget(3)
def block_for(g):
    xs = g.pick("list")
    variable = g.fresh("v")
    g.emit(g.rng.choice((f"for {variable} in range({g.small(0, 4)}):", f"for {variable} in {xs}[:3]:", f"for {variable} in reversed({xs}[:3]):",
                         f"for {variable}, _ in zip({xs}[:3], 'abc'):", f"for _, {variable} in enumerate({xs}[:2]):", f"for {variable} in sorted({g.pick('set')})[:3]:",
                         f"for {variable} in (1, {g.int(1)}):")))

    def leave():
        if g.chance(0.35):
            g.emit(f"if {variable} > {g.small()}:\n    {g.rng.choice(('break', 'continue'))}")
    g.block(g.small(1, 2), names=[("int", variable)], last=leave)
    if g.chance(0.2):
        g.emit("else:")
        g.block(1)


@gadget(2)
def block_while(g):
    counter = g.new("int")
    g.emit(f"{counter} = {g.small(1, 4)}")
    g.emit(f"while {counter} > 0:")
    # First, so that what follows cannot skip it.
    g.emit(f"    {counter} -= 1")
    g.block(g.small(1, 2))
    g.writable[-1].discard(counter)
    if g.chance(0.2):
        g.emit("else:")
        g.block(1)


_RAISERS = ("{}['no']", "int('x')", "1 // 0", "[][1]", "raise ValueError(3)", "None.x", "raise KeyError('k')", "(1).foo", "raise Own(5)", "next(iter([]))",
            "undefined_name", "'a' + 1", "float('q')", "a, b = [1]", "raise RuntimeError('r') from ValueError(1)", "raise ImportError('no')",
            "pass", "pass", "pass", "raise IndexError")
_HANDLERS = ("except ValueError:", "except (KeyError, IndexError):", "except Exception:", "except Exception as e:", "except ArithmeticError:", "except LookupError as e:",
             "except:", "except ImportError:", "except (Own, TypeError, AttributeError, NameError):")


@gadget(3)
def block_try(g):
    if "class Own(Exception):" not in g.imports:
        g.imports += ["class Own(Exception):", "    pass"]
    result = g.new("int")
    g.emit(f"{result} = {g.small()}")
    g.emit("try:")

    def fail():
        g.emit(g.rng.choice(_RAISERS))
        g.emit(f"{result} += 10")
    g.block(g.small(0, 2), last=fail)
    handlers = g.rng.sample(_HANDLERS, g.small(0, 2))
    handlers = [h for h in handlers if h != "except:"] + ["except:" if g.chance(0.5) else "except Exception as error:"]
    for handler in handlers:
        g.emit(handler)
        name = result
        g.block(g.small(0, 1), last=lambda: g.emit(f"{name} += {g.small(1, 9)}"))
    if g.chance(0.3):
        g.emit("else:")
        g.block(1)
    if g.chance(0.4):
        g.emit("finally:")
        g.block(g.small(0, 1), last=lambda: g.emit(f"{result} += 100"))
    g.add("int", result)


@gadget(1)
def block_match(g):
    a, xs, d, result = g.int(1), g.pick("list"), g.pick("dict"), g.new("int")
    name = result
    g.emit(g.rng.choice((
        f"match {a} % 4:\n    case 0:\n        {name} = 1\n    case 1 | 2:\n        {name} = 2\n    case other:\n        {name} = other",
        f"match {xs}:\n    case []:\n        {name} = 0\n    case [first]:\n        {name} = first\n    case [first, *rest]:\n        {name} = first + len(rest)",
        f"match {d}:\n    case {{'a': int(v), **rest}} if v > 2:\n        {name} = v + len(rest)\n    case {{'b': v}}:\n        {name} = v\n    case _:\n        {name} = -1",
        f"match ({a}, 'x'):\n    case (int() as n, str()):\n        {name} = n\n    case _:\n        {name} = 0",
        f"match {g.pick('obj')}:\n    case object(x=0):\n        {name} = 0\n    case object(x=v, y=w):\n        {name} = v + w",
        f"match {g.pick('tuple')}:\n    case (a0,):\n        {name} = a0\n    case (a0, b0, *_):\n        {name} = a0 - b0\n    case _:\n        {name} = 8",
    )))
    g.add("int", result)


# --- functions

@gadget(4)
def function(g):
    name = g.new("func")
    xs = g.pick("list")
    d = g.pick("dict")
    extra = g.rng.choice(("", "", f", k={g.small()}", ", box=[]", f", xs={xs}", ", *rest", ", **options", f", *, q={g.small()}"))
    before = getattr(g, "used_level", 0)
    g.used_level = 0
    g.emit(f"def {name}(n{extra}):")
    outer = [each for each in g.scopes[0]["int"] if each in g.writable[0]][-4:]
    declared = g.rng.sample(outer, min(len(outer), g.rng.choice((0, 0, 1)))) if g.in_function == 0 else []
    if declared:
        g.emit(f"    global {', '.join(declared)}")
    first = {", box=[]": "box.append(n)\nn = n + len(box)", f", xs={xs}": "xs.append(n % 5)\nn += len(xs)\ndel xs[6:]", ", *rest": "n += len(rest)",
             ", **options": "n += options.get('a', 1)"}.get(extra)

    def finish():
        if first:
            g.emit(first)
        for each in declared:
            g.emit(f"{each} = ({each} + n) % 101")
        value = g.int()
        g.emit(g.rng.choice((f"return ({value} + n) % 1009", f"if n > 2:\n    return n\nreturn {value} % 103", f"return n if n % 2 else {value} % 11",
                             f"try:\n    return {value} % 107\nfinally:\n    {d}['f'] = n")))
    g.block(g.small(0, 2), function=True, names=[("int", "n")], last=finish)
    g.levels[name] = g.used_level + 1
    g.used_level = max(before, g.used_level)
    g.add("func", name)


@gadget(3)
def closure(g):
    name, maker, a = g.new("func"), g.fresh("make"), g.int(1)
    xs = g.pick("list")
    g.emit(g.rng.choice((
        f"def {maker}(k):\n    def inner(n):\n        return n * k % 97\n    return inner\n{name} = {maker}({a})",
        f"def {maker}(k):\n    def inner(n):\n        nonlocal k\n        k = (k + n) % 50\n        return k\n    return inner\n{name} = {maker}({a})",
        f"def {maker}():\n    seen = []\n    def inner(n):\n        seen.append(n)\n        return len(seen)\n    return inner\n{name} = {maker}()\n{name}b = {maker}()",
        f"{maker} = [lambda n: n + i for i in range(3)]\n{name} = {maker}[0]",
        f"{maker} = [lambda n, i=i: n + i for i in range(3)]\n{name} = {maker}[1]",
        f"{maker} = []\nfor i in range(3):\n    def inner(n):\n        return n * i\n    {maker}.append(inner)\n{name} = {maker}[0]",
        f"def {maker}(k, held={xs}):\n    held.append(k % 7)\n    return lambda n: n + sum(held) % 31\n{name} = {maker}({a})",
        f"def {maker}(a, b=2, *c, d=4, **e):\n    return lambda n: n + a + b + len(c) + d + sum(e.values())\n{name} = {maker}({a}, *[1, 2, 3], d=5, **{{'z': 1}})",
        f"def {maker}():\n    x = 1\n    def get(n):\n        return x + n\n    x = {a}\n    return get\n{name} = {maker}()",
        f"def {maker}(n):\n    return 1 if n < 2 else {maker}(n - 1) + {maker}(n - 2)\n{name} = lambda n: {maker}(abs(n) % 7)",
        f"def {maker}(n, memo={{}}):\n    if n not in memo:\n        memo[n] = n if n < 2 else {maker}(n - 1) + {maker}(n - 2)\n    return memo[n]\n{name} = lambda n: {maker}(abs(n) % 25)",
        f"def {maker}():\n    q = {a}\n    class Local:\n        r = q + 1\n        def get(self, n):\n            return q + self.r + n\n    return Local().get\n{name} = {maker}()",
    )))
    g.levels[name] = 1
    g.add("func", name)


@gadget(2, module=True)
def global_in_inner(g):
    """`global` in an inner function whose outer function has a name of its own that is called so."""
    name, outer, a = g.new("int"), g.fresh("outer"), g.small()
    g.emit(g.rng.choice((
        f"{name} = {a}\ndef {outer}():\n    {name} = 50\n    def inner():\n        global {name}\n        {name} = {name} + 1\n    inner()\n    return {name}\n{outer}_r = {outer}()",
        f"{name} = {a}\ndef {outer}():\n    global {name}\n    {name} += 5\n    return [{name} for _ in range(2)]\n{outer}_r = {outer}()",
        f"def {outer}():\n    global {name}\n    for {name} in range({a} + 1):\n        pass\n{outer}()",
        f"def {outer}():\n    global {name}\n    import math as {name}\n    {name} = {name}.floor(2.5)\n{outer}()",
        f"def {outer}():\n    global {name}\n    def {name}(): return 4\n    {name} = {name}()\n{outer}()",
        f"class {outer}:\n    global {name}\n    {name} = {a}\n    other = {name} + 1\n{outer}_r = {outer}.other",
        f"globals()['{name}'] = {a}", f"exec('{name} = {a} + 1')", f"globals().update({name}={a})", f"{name} = eval('{a} * 3')",
        f"{name} = 0\nfor {name} in range({a}):\n    if {name} > 3: break", f"{name} = {a}\nif globals().get('{name}') == {a}:\n    {name} += 1",
    )))
    g.emit(f"{name} = {name}") if g.chance(0.2) else None
    g.add("int", name)


@gadget(2)
def generator(g):
    name, a, xs = g.fresh("gen"), g.small(1, 4), g.pick("list")
    result = g.new("list")
    g.emit(g.rng.choice((
        f"def {name}(k):\n    for i in range(k):\n        yield i * {a}\n{result} = list({name}({a}))",
        f"def {name}():\n    got = yield 1\n    while got:\n        got = yield got * 2\n{name}_g = {name}()\n{result} = [next({name}_g), {name}_g.send({a})]",
        f"def {name}():\n    yield from {xs}[:3]\n    {xs}.append({a})\n    yield {a}\n{name}_g = {name}()\n{result} = [next({name}_g)]\n{result} += list({name}_g)",
        f"def {name}():\n    try:\n        yield 1\n        yield 2\n    finally:\n        {xs}.append({a})\n{result} = []\nfor v in {name}():\n    {result}.append(v)",
        f"def {name}():\n    r = yield from (i for i in range({a}))\n    return r\n{result} = [*{name}()]",
        f"{result} = [v for v in (lambda: (yield {a}))()]",
        f"def {name}(k):\n    while True:\n        yield k\n        k += 1\n{name}_g = {name}({a})\n{result} = [next({name}_g) for _ in range(3)]",
        f"def {name}():\n    x = yield\n    {xs}.append(x or 0)\n    yield 5\n{name}_g = {name}()\nnext({name}_g)\n{result} = [{name}_g.send({a})]",
        f"def {name}():\n    if False:\n        yield\n    {xs}.append(3)\n{result} = list({name}())",
    )))
    g.add("list", result)


@gadget(2)
def decorator(g):
    name, deco, a = g.new("func"), g.fresh("deco"), g.small(1, 5)
    d = g.pick("dict")
    g.emit(g.rng.choice((
        f"def {deco}(f):\n    def wrapper(*args, **kw):\n        return f(*args, **kw) + {a}\n    return wrapper\n@{deco}\ndef {name}(n):\n    return n * 2",
        f"def {deco}(k):\n    def apply(f):\n        return lambda n: f(n) * k\n    return apply\n@{deco}({a})\n@{deco}(2)\ndef {name}(n):\n    return n + 1",
        f"def {deco}(f):\n    {d}[f.__name__] = {a}\n    return f\n@{deco}\ndef {name}(n):\n    return n + 1",
        f"import functools\ndef {deco}(f):\n    @functools.wraps(f)\n    def wrapper(n):\n        wrapper.calls += 1\n        return f(n) + wrapper.calls\n    wrapper.calls = 0\n    return wrapper\n@{deco}\ndef {name}(n):\n    return n",
        f"class {deco}:\n    def __init__(self, f):\n        self.f = f\n        self.count = 0\n    def __call__(self, n):\n        self.count += 1\n        return self.f(n) + self.count\n@{deco}\ndef {name}(n):\n    return n",
        f"import functools\n@functools.lru_cache(maxsize=None)\ndef {name}(n):\n    {d}['calls'] = {d}.get('calls', 0) + 1\n    return n * {a}",
        f"import functools\n{name} = functools.partial(lambda k, n: k - n, {a})",
        f"import functools\n@functools.cache\ndef {deco}(n):\n    return n if n < 2 else {deco}(n - 1) + {deco}(n - 2)\n{name} = lambda n: {deco}(abs(n) % 40)",
    )))
    g.levels[name] = 1
    g.add("func", name)


@gadget(1, module=True)
def shadow(g):
    """A builtin that the file defines itself, used before and behind."""
    name = g.rng.choice(("sum", "len", "max", "min", "abs", "sorted"))
    if name in g.shadowed:
        return
    xs, user, r = g.pick("list"), g.fresh("user"), g.fresh("r")
    argument = f"{xs} + [1]" if name != "abs" else g.small()
    g.emit(f"def {user}():\n    return {name}({argument})")
    g.emit(f"{r}a = {user}()")
    if g.chance(0.8):
        g.shadowed.add(name)
        result = "list(a[0])" if name == "sorted" else str(g.small(1, 5))
        g.emit(g.rng.choice((f"def {name}(*a, **k):\n    return {result}", f"{name} = lambda *a, **k: {result}")))
        if name == "sorted" or g.chance(0.3):
            g.emit(f"{r}b = {user}()\ndel {name}")
            g.shadowed.discard(name)
    g.emit(f"{r}c = {user}()")


@gadget(1, module=True)
def main_guard(g):
    g.emit(g.rng.choice(("if __name__ == '__main__':", "if __name__ != '__main__':", "def main():")))
    is_main = g.lines[-1] == "def main():"
    g.block(2, function=is_main)
    if is_main:
        g.emit("main()")


@gadget(0.5, module=True)
def leave(g):
    """The end of the run, somewhere; mostly not taken."""
    xs = g.pick("list")
    condition = g.rng.choice((f"if len({xs}) > 6:", f"if {g.bool()} and {g.bool()}:", "if False:", "if not __name__:"))
    if g.chance(0.15):
        condition = "if True:"
    way = g.rng.choice(("sys.exit()", "sys.exit(1)", "raise SystemExit", "exit()", "quit(0)"))
    g.need("import sys")
    if g.chance(0.3):
        helper = g.fresh("fail")
        g.emit(f"def {helper}():\n    {way}")
        way = f"{helper}()"
    g.emit(f"{condition}\n    {way}")


@gadget(2, module=True)
def use_other(g):
    """Names of another file: imported, changed through the module, called."""
    if not g.others:
        return
    name, other = g.rng.choice(g.others)
    ints, lists, funcs = (other.scopes[0][kind] for kind in ("int", "list", "func"))
    way = g.rng.randrange(3)
    alias_name = g.fresh("mod")
    g.emit(f"import {name}" if way == 0 else f"import {name} as {alias_name}" if way == 1 else f"from {name} import *")
    prefix = f"{name}." if way == 0 else f"{alias_name}." if way == 1 else ""
    names = ints[:3] + lists[:2] + funcs[:2]
    if way != 2 and names and g.chance(0.5):
        g.emit(f"from {name} import {', '.join(names)}")
        prefix = g.rng.choice((prefix, ""))
    for each in ints[:2]:
        new = g.add("int", g.new("int"))
        g.emit(f"{new} = {prefix}{each} + 1")
        if prefix and g.chance(0.4):
            g.emit(f"{prefix}{each} = {g.small()}")
    for each in lists[:2]:
        new = g.add("list", g.new("list"))
        g.emit(f"{new} = {prefix}{each}")
        if g.chance(0.5):
            g.emit(f"{prefix}{each}.append({g.small()})")
    for each in funcs[:2]:
        new = g.add("int", g.new("int"))
        g.emit(f"{new} = {prefix}{each}({g.small()})")


import gadgets_classes  # noqa: E402
import gadgets_library  # noqa: E402, F401
import gadgets_parts  # noqa: E402, F401
import gadgets_unknown  # noqa: E402
