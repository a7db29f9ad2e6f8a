# Patterns.
match a:
    case 1: pass
    case -1: pass
    case 1.5 | -2e3: pass
    case 1 + 2j: pass
    case -1.5 - 2j: pass
    case 3j: pass
    case 'a' 'b': pass
    case b'a': pass
    case None | True | False: pass
    case x if x > 1: pass
    case a.b.c: pass
    case a.b(): pass
    case A(): pass
    case A(1, x, y=2, z=[a, b],): pass
    case []: pass
    case [_]: pass
    case [a, b, *c]: pass
    case [*_]: pass
    case (): pass
    case (a): 
        pass
match a, b:
    case a, b: pass
    case a,: pass
    case *a, b: pass
    case (a, b): pass
    case (a,): pass
    case ((A.a) | (A.b)): pass
match a,:
    case {}: pass
    case {'a': 1, -1: b, a.b: c, None: _, **rest}: pass
    case {'a': [x, {'b': y}],}: pass
    case {**rest}: pass
    case [a, [b, c] | (b, c)] as d: pass
    case (1 | 2) as x if (y := x): pass
    case A(b=A(c=A())) | B(): pass
    case _: pass
match (a, *b):
    case 1:
        match b:
            case 2:
                pass
            case _:
                match = case = 1
                match.x
                case(1)
    case _: pass
match -a:
    case 1: pass
match [a]:
    case 1: pass
match (a):
    case 1: pass
match {a}:
    case 1: pass
match not a:
    case 1: pass
match lambda: a:
    case 1: pass
match *a, b:
    case 1: pass
match a := b:
    case 1: pass
match match:
    case case: pass
match x.y[0]('a'):
    case match: pass
match(a, b)
match[a:b]
match (a).b
match -a
match == a
match not in a
match is a
match if a else b
match or a
match: int = 1
match, case = 1, 2
x = match
