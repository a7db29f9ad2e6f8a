"""Every statement and expression form of Python 3.12 at least once."""
from __future__ import annotations

import os.path as p, sys
from . import sibling
from ..pkg import (a as b, c,)
from math import *

type Pair[T: int, *Ts, **P] = tuple[T, *Ts]
x: int = 0x_ff + 0b1 + 0o7 + 1_000 + 1e-3 + .5 + 5. + 1j
y: list[int]
s = 'a' "b" r'\d' if 0 else u'é' '''t
q''' f"{x!r:>{w}.{p}} {x=} {'n'} {{}}" rf'\{x}' f'''{
    x
}'''
a = b = c = *d, e = (1, 2, *z)
a += 1; a -= 1; a *= 1; a /= 1; a //= 1; a %= 1; a @= 1; a &= 1; a |= 1; a ^= 1; a <<= 1; a >>= 1; a **= 1
del a, b[0], c.d, (e, [f])
assert x, "message"
pass
raise ValueError("v") from None
global g
if (n := len(s)) > 1 and not x or y is not None and z not in w: ...
elif x < y <= z != w == v > u >= t: ...
else: ...
while x: break
else: a
for i, (j, *k) in enumerate(*s, **t): continue
else: pass
try: pass
except (A, B) as e: raise
except C: pass
else: pass
finally: pass
try:
    pass
except* D: pass
with open(f) as g, (h): pass
with (open(f) as g, open(h) as i,): pass


@decorator(x)[0].y
class C[T](Base, metaclass=M, *args, **kwargs):
    z: int = 1

    @property
    def f[T, *U](self, a, /, b: int = 1, *args: *Ts, c, d=2, **kwargs) -> None:
        return lambda a, *b, c=1, **d: (yield)

    async def g(self):
        async with a as b, c: pass
        async for x in y: await z
        return [x async for x in y if await z]


def h():
    v = 0
    def inner():
        nonlocal v
    x = yield
    y = yield x, 1
    yield from z
    return *a, b


match x, *y:
    case 0 | -1 | 1 - 2j | "s" "t" | None | True: pass
    case [a, *_, b] | (a, *b) if a > b: pass
    case {"k": v, 1: [_], **rest}: pass
    case Point(x=0, y=a.b.c) | Q(1, None) as whole: pass
    case _: pass
match = case = type = _ = 1
t = [i for i in x if y if z for j in k], {i: j for i in x}, {i for i in x}, (i for i in x), {**a, 'b': 1}, {*a, 2}, [], {}, ()
u = a[1], a[1:2], a[::3], a[:, ..., None, 1:2:3], a[*b], a[b := 1], a.b.c(1, *d, e=2, **f)(g for g in h)
v = not -x + +y - ~z * w / v // u % t @ s ** -r << q >> p & o ^ n | m
w = x if y else z if w else lambda: 0
x = a < b, a is b, a in b, await_, print
if x:
	tab = 1
        # comment at another depth
long_line = 1 + \
    2
