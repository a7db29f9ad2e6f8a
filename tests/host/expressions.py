"""Random expressions over the names of a generator."""


def _literal(g):
    return str(g.rng.choice((0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 100, 255)))


def _from_list(g, depth):
    name = g.pick("list")
    return g.rng.choice((
        f"len({name})", f"sum({name})", f"max({name}, default=0)", f"min({name}, default=3)", f"{name}.count({_literal(g)})",
        f"({name}[{g.small()} % len({name})] if {name} else {_literal(g)})", f"({name} or [4])[-1]",
        f"sum({name}[{g.small(0, 2)}:{g.small(2, 5)}])", f"sum({name}[::{g.rng.choice((-2, -1, 1, 2))}])",
        f"sum(v * v for v in {name} if v % 2)", f"len([v for v in {name} if v > {_literal(g)}])",
        f"sorted({name})[len({name}) // 2] if {name} else 1", f"sum(i * v for i, v in enumerate({name}))",
        f"sum(map(lambda v: v + {_literal(g)}, {name}))", f"len(set({name}))", f"next(iter({name}), 5)",
        f"sum(a * b for a, b in zip({name}, {name}[1:]))", f"next((v for v in {name} if v > 3), -1)",
        f"len(list(filter(None, {name})))", f"sum(reversed({name}))", f"max({name}, key=lambda v: -v, default=2)",
        f"int(any(v > 6 for v in {name}))", f"int(all({name}))",
    )).join(("(", ")"))


def _from_dict(g, depth):
    name = g.pick("dict")
    return g.rng.choice((
        f"{name}.get({g.rng.choice('abcd')!r}, {_literal(g)})", f"len({name})", f"sum({name}.values())",
        f"sum(len(k) for k in {name})", f"sum(v for k, v in {name}.items() if k != {g.rng.choice('abc')!r})",
        f"list({name}.values() or [1])[-1]", f"({{**{name}, 'a': {_literal(g)}}})['a']",
        f"len({{k: v for k, v in {name}.items() if v}})", f"max({name}.values(), default=0)",
    )).join(("(", ")"))


def _from_text(g, depth):
    name = g.pick("str")
    return g.rng.choice((
        f"len({name})", f"{name}.count({g.rng.choice('abexy')!r})", f"ord(({name} or 'q')[0])", f"{name}.find({g.rng.choice('abc')!r})",
        f"len({name}.upper().split('A'))", f"int(({name} + '7')[-1].isdigit())", f"len({name}.strip('ab'))",
        f"sum(c in 'aeiou' for c in {name})", f"len({name}.replace('a', 'bb'))", f"int({name}.startswith(('a', 'b')))",
        f"len({name}.encode())",
    )).join(("(", ")"))


def _from_object(g, depth):
    name = g.pick("obj")
    return g.rng.choice((f"{name}.x", f"{name}.y", f"{name}.total", f"len({name}.items)", f"{name}.bump({_literal(g)})",
                         f"getattr({name}, 'x', 3)", f"getattr({name}, 'absent', {_literal(g)})", f"vars({name})['x']",
                         f"{name}.scale", f"type({name}).scale", f"int(hasattr({name}, 'y'))", f"sum({name}.items)"))


def _from_other(g, depth):
    kind = g.rng.choice(("tuple", "set", "grid", "float"))
    name = g.pick(kind)
    return g.rng.choice({
        "tuple": (f"{name}[0]", f"len({name})", f"sum({name})", f"{name}[-1]", f"{name}.index({name}[0])"),
        "set": (f"len({name})", f"sum({name})", f"int({_literal(g)} in {name})", f"len({name} | {{1, 2}})", f"len({name} & {{1, 2, 3}})"),
        "grid": (f"{name}[0][0]", f"len({name})", f"sum(len(r) for r in {name})", f"sum(v for r in {name} for v in r)",
                 f"{name}[-1][-1]"),
        "float": (f"int({name})", f"round({name})", f"int({name} * 4)", f"int({name} // 1)"),
    }[kind])


def _compound(g, depth):
    a = integer(g, depth - 1)
    b = integer(g, depth - 1)
    return g.rng.choice((
        f"({a} + {b})", f"({a} - {b})", f"({a} * {b}) % 997", f"({a} // ({b} or 1))", f"({a} % ({b} or 7))", f"(({a}) & 63)",
        f"({a} | 8)", f"({a} ^ {b})", f"(1 << ({a} & 7))", f"(abs({a}) >> 1)", f"-({a})", f"abs({a})",
        f"({a} if {boolean(g, depth - 1)} else {b})", f"min({a}, {b})", f"max({a}, {b}, 1)", f"divmod({a}, ({b}) or 3)[{g.small(0, 1)}]",
        f"pow({a}, 3, 101)", f"int({boolean(g, depth - 1)})", f"({a} and {b})", f"({a} or {b})", f"int(str({a}))", f"len(str({a}))",
        f"bin({a}).count('1')", f"int(f'{{abs({simple(g)}):x}}', 16)", f"[{a}, {b}][{g.small(0, 1)}]", f"({a}, {b})[-1]",
        f"(lambda q: q + {b})({a})", f"{{'a': {a}, 'b': {b}}}['b']", f"round({a} / 4)", f"len(range({a} % 20))", f"~({a})",
        f"({a}).bit_length()",
    ))


def integer(g, depth=2):
    choice = g.rng.random()
    if depth <= 0 or choice < 0.15:
        return _literal(g)
    if choice < 0.35 and g.has("int"):
        return g.pick("int")
    if choice < 0.5:
        return _from_list(g, depth)
    if choice < 0.56:
        return _from_dict(g, depth)
    if choice < 0.6:
        return _from_text(g, depth)
    if choice < 0.66 and g.has("obj"):
        return _from_object(g, depth)
    if choice < 0.72:
        return _from_other(g, depth)
    if choice < 0.8:
        name = g.pick_func()
        if name:
            g.used_level = max(getattr(g, "used_level", 0), g.levels.get(name, 0))
            return f"{name}({integer(g, depth - 1)})"
    if choice < 0.83 and g.has("unknown"):
        return unknown(g)
    return _compound(g, depth)


def unknown(g):
    name = g.pick("unknown")
    return g.rng.choice((f"int({name})", f"{name}.size", f"len({name})", f"({name} + 1)", f"{name}({_literal(g)})", f"{name}.width"))


def boolean(g, depth=2):
    a = integer(g, depth - 1)
    b = integer(g, depth - 1)
    if g.has("unknown") and g.chance(0.12):
        name = g.pick("unknown")
        return g.rng.choice((f"bool({name})", f"{name} > {b}", f"{name}.ready", f"{name} == {b}"))
    return g.rng.choice((
        f"{a} < {b}", f"{a} == {b}", f"{a} >= {b} > 1", f"{a} % 2 == 0", f"not {a}", f"{a} != {b} and {b} < 9", f"{a} > 5 or {b}",
        f"{a} in {g.pick('list')}", f"{g.rng.choice('abc')!r} in {g.pick('dict')}", f"isinstance({a}, int)", f"{g.pick('list')} is {g.pick('list')}",
        f"{g.pick('list')} == {g.pick('list')}", f"{g.pick('tuple')} < {g.pick('tuple')}", "True", "False", f"bool({g.pick('str')})",
        f"{a} not in ({b}, 3)", f"callable({g.pick('list')})",
    ))


def listing(g, depth=2):
    name = g.pick("list")
    a = integer(g, depth - 1)
    return g.rng.choice((
        f"[{a}, {integer(g, depth - 1)}, {_literal(g)}]", f"[v + {_literal(g)} for v in {name}]", f"list({name})", f"{name}[:]",
        f"{name}[{g.small(0, 2)}:]", f"{name}[::-1]", f"sorted({name}, reverse={g.chance(0.5)})", f"[*{name}[:3], {a}]",
        f"list(range({a} % 6))", f"[i for i in range(5) if i != {a} % 5]", f"({name} + [{a}])[:9]", f"[{a}] * {g.small(0, 3)}",
        f"[len(k) for k in {g.pick('dict')}]", f"list(map(abs, {name}))", f"[x for r in {g.pick('grid')} for x in r][:8]",
        f"[(lambda v=v: v)() for v in {name}]", f"list(zip({name}, {name}))[0:0] or [{a}]", f"sorted(set({name}))",
        f"list({g.pick('tuple')})", f"[y for x in {name}[:4] if (y := x * 2) > 3]", f"[ord(c) % 32 for c in {g.pick('str')}][:6]",
        f"list(dict.fromkeys({name}))", f"[a - b for a, b in zip({name}, reversed({name}))]", f"[i * j for i in range(2) for j in {name}[:2]]",
    ))


def simple(g):
    """What may stand in an f-string of Python 3.11: no quotes."""
    return g.rng.choice(g.visible("int")[-8:]) if g.has("int") and g.chance(0.8) else _literal(g)


def string(g, depth=1):
    a = integer(g, depth)
    b = simple(g)
    name = g.pick("str") if g.has("str") else "'ab'"
    return g.rng.choice((
        f"f'{{{b}:04d}}'", f"f'n={{{b}}}'", f"'%d-%s' % ({a}, 'q')", f"'{{}}/{{x}}'.format({a}, x=2)", f"({name} + 'c')[:12]", f"{name}[::-1]",
        f"'-'.join(str(v) for v in {g.pick('list')}[:3])", f"{name}.replace('a', 'e')[:12]", f"{name}.upper()", f"str({a})", f"'ab' * {g.small(0, 3)}",
        f"{name}.zfill(6)[:9]", f"hex(abs({a}))", f"format(abs({a}) % 64, '08b')", f"f'{{{b}!r:>6}}|'", f"{name}.title()", f"{name}.center(9, '*')[:12]",
        f"('x' if {name} else 'y')", f"''.join(sorted({name}))[:9]", f"{name}.partition('a')[2] or 'p'", f"f'{{{b} / 8:.3f}}'", f"f'{{{b}:+}}'",
        f"chr(97 + {a} % 26)", f"{name}.split('b')[0]",
    ))
