# Simple and compound statements.
import a, b.c, d . e as f
from . import a
from ... import b as c
from .... import d
from .a.b import (c, d as e,)
from a import *
from . a import b
x: int
x: int = 1
(x): int = 2
x.y: int
x[0]: (yield_) = 3
x: tuple[int, ...] = 1, 2
x = y = z
x, y = y, x
[x, [y, *z]] = (w)
(x), (y, *z) = w
x += 1; x -= 2; x *= 3; x /= 4; x //= 5; x %= 6; x @= 7; x &= 8; x |= 9; x ^= 10; x >>= 11; x <<= 12; x **= 13
x += 1, 2
del a, b.c, d[0], (e, f), [g, (h,)], (i)
del (a)
del (),
assert a
assert a, b
pass; pass
raise
raise a
raise a from b
global gg, hh
def f():
    global a, b
    x = 1
    def g():
        nonlocal x
        return
    return x, *g
    yield
    yield x
    yield x, *y
    yield from x
    x = yield
    x = yield y
    x += yield
    await_ = (yield)
if a: pass
elif b: pass; pass
elif c:
    pass
else: pass
if (a := b):
    pass
if a:
    if b:
        pass
else:
    pass
while a:
    break
    continue
else:
    pass
for x in a: pass
for x, *y in *a, b:
    pass
else:
    pass
for x.y, z[0] in a: pass
for (x) in (a): pass
for x, in a: pass
for (x, y), [z] in a: pass
try:
    pass
except:
    pass
try:
    pass
except a:
    pass
except (b, c) as d:
    pass
except e.f:
    pass
else:
    pass
finally:
    pass
try: pass
finally: pass
try:
    pass
except* a:
    pass
except *b as c:
    for x in y:
        break
with a: pass
with a as b: pass
with a, b as c, d as (e, f): pass
with (a): pass
with (a, b): pass
with (a as b): pass
with (a as b, c, d as e.f,): pass
with (a, b) as c: pass
with (a), (b): pass
with (a).b as c: pass
with (a, b)[0]: pass
with (yield_): pass
with (a for a in b): pass
with (a := b): pass
with (a, b := c): pass
with (*a, b): pass
with (): pass
with (a) as (b, c), d: pass
with (a if b else c): pass
with (a) if b else c: pass
with a() as b[0], (c) as [d, e]: pass
class A: pass
class A(): pass
class A(B, metaclass=C, *d, **e):
    """Doc."""
    x: int = 1
    def f(self): ...
@a
@b.c(d)
@(lambda f: f)
@x[0].y
@(y := z)
class A: pass
@a
async def f(): pass
def f(a, b: int, c=1, d: str = 'x', /, e=2, *args: int, g, h: int = 3, **kwargs: dict) -> int: pass
def f(*, a): pass
def f(*args: *Ts): pass
def f(a, /): pass
def f(a, /, *, b): pass
def f(a,): pass
def f(a, *, b,): pass
def f(a, b, *c, d, **e): pass
def f(**kw,): pass
async def f():
    await a
    -await a ** 2
    await a.b(c)[d]
    async for x in y: pass
    else: pass
    async with a as b, c: pass
    async with (a as b, c): pass
    [x async for x in y if await z]
    {x: y async for x, y in z}
    return await a
async def f():
    yield await b
    return
    x = await a if await b else await c
print(a for a in b)
type: int = 3
match: int
case = match = 1
def type(): pass
class match: pass
if x: y = 1; z = 2;
for match in case: type; print(type)
