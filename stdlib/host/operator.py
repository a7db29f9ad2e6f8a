"""operator for host programs."""

def add(a, b): return a + b
def sub(a, b): return a - b
def mul(a, b): return a * b
def truediv(a, b): return a / b
def floordiv(a, b): return a // b
def mod(a, b): return a % b
def pow(a, b): return a ** b
def lshift(a, b): return a << b
def rshift(a, b): return a >> b
def and_(a, b): return a & b
def or_(a, b): return a | b
def xor(a, b): return a ^ b
def neg(a): return -a
def abs(a): return a.__abs__()
def invert(a): return ~a
def not_(a): return not a
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def eq(a, b): return a == b
def ne(a, b): return a != b
def lt(a, b): return a < b
def le(a, b): return a <= b
def gt(a, b): return a > b
def ge(a, b): return a >= b
def contains(a, b): return b in a
def getitem(a, b): return a[b]

def itemgetter(item, /, *items):
    if not items:
        return lambda obj, /: obj[item]
    return lambda obj, /: tuple([obj[each] for each in (item, *items)])

def _resolve(obj, attr):
    for name in attr.split("."):
        obj = getattr(obj, name)
    return obj

def attrgetter(attr, /, *attrs):
    if not attrs:
        return lambda obj, /: _resolve(obj, attr)
    return lambda obj, /: tuple([_resolve(obj, each) for each in (attr, *attrs)])
