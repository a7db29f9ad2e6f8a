# Operators, precedence, displays, calls, subscripts, lambdas, comprehensions.
a or b and not c in d is not e < f | g ^ h & i << j + k * l ** -m ** n
-a ** -b
not not a == b
a if b else c if d else e
lambda: a if b else lambda: c
(lambda x, /, y=1, *args, z, w=2, **kw: x)(1, *a, z=3, **b)
lambda *, a: a
lambda *a, b=1: (yield)
a < b <= c == d != e >= f > g in h not in i is j is not k
a @ b // c % d / e * ~f
(a, b), [c, *d], {e, *f}, {g: h, **i}, {}, (), []
(a,), a,
((((a))))
[x for x in y] if 0 else 1 if False else None
[x for x, in y if a if b for (z, *w) in v]
{x: y for x, y in z}
{x for x in y for z in x}
f(x for x in y)
f((x for x in y), 1)
f(a, *b, c, d=1, *e, **g, h=2)
f(a := 1, b=(c := 2))
a[1], a[1:2], a[:], a[::], a[1:2:3], a[::-1], a[1, 2:3, ...], a[b,], a[*b], a[*b, c], a[(b, c)], a[b := 1]
a.b.c[d](e).f
(a.b).c
1 .real + 1..real + 1.0.real
print
print(print, file=print)
match, case, type, _ = match.case, case[type], type(_), -match
match(a)
match[a]
match * a
match - a
match.a = case
type = type
(a := b) + (c := d)
x = y = (yield_ := 1)
a if b else (lambda: c)
not a if not b else not c
*a, b = *c, d
a = *b,
"a" "b" 'c' """d""" r"\e" u"f"
b"a" rb"\b" Rb"c" bR"d"
None, True, False, ..., __debug__
0, 00, 0_0, 0x_ff, 0XAB, 0o17, 0b_1010, 1_000, 123456789012345678901234567890, 0xffffffffffffffffffffff
1., .5, 1e5, 1E-5, 1_0.0_1e+1_0, 0e0, 1e400, 1e-400, 5e-324, 0.1, 123456789.123456789, 1e16, 1e15, 123456.0e-10
1j, 0j, 1.5J, 1e3j, 08.5, 09e1, 010j, 0777.0
18446744073709551615, 18446744073709551616
1if a else 2
1or 2
[0x1for x in y]
[1for x in y]
a<-b
a  if  b\
  else c
(a
 +  # comment
 b

 + c)
