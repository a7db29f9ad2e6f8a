# PEP 695: type parameters and the `type` statement.
type X = int
type Y[T] = list[T]
type Z[T: int, *Ts, **P] = 1
type type = type
def f[T](x: T) -> T: pass
def f[T: (int, str), *Ts, **P,](): pass
async def f[T](): pass
class A[T]: pass
class A[T: B](C[T], metaclass=D): pass
if x: type X = int
a; type X = int; b
type = 1
type(x)
type[x]
type: int
type.x = 1
type in x
