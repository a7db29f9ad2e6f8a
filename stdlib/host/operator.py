"""operator for host programs."""

def is_(a, b): return a is b
def is_not(a, b): return a is not b
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
