"""Functions in functions, factories, slices with run-time steps, loops over sequences."""

import numpy as np
from numba import cuda


def make(n):
    @cuda.jit(device=True)
    def f(x):
        return x * n

    return f


f3 = make(3)
f5 = make(5)


def scaled(v, by=2):
    if v > 100:
        return v
    w = v * by
    return w


N = scaled(4)


def make_kernel(f, tpb, flag=None):
    half = tpb // 2
    if flag is None:
        op = lambda a, b: a + b
    else:
        op = flag

    @cuda.jit
    def kern(a, out):
        s = cuda.shared.array(tpb, np.float64)
        i = cuda.grid(1)
        s[cuda.threadIdx.x] = f(a[i])
        cuda.syncthreads()
        out[i] = op(s[tpb - 1 - cuda.threadIdx.x], half)

    return kern


reversed_sum = make_kernel(f3, 8)
reversed_difference = make_kernel(f5, tpb=8, flag=lambda x, y: x - y)

sq = lambda x: x * x


@cuda.jit(device=True)
def apply(g, x):
    return g(x)


@cuda.jit(device=True)
def twice(g, x):
    return apply(g, apply(g, x))


@cuda.jit
def lambdas(a, out):
    i = cuda.grid(1)
    n = a[0]
    f = lambda x: x + n

    def g(y, m=2):
        return f(y) * m

    before = g(a[i])
    n = n + 10
    out[i] = before + 1000 * (g(a[i], m=3) + sq(a[i]) + apply(sq, a[i]) + apply(lambda q: q * n, a[i]))


@cuda.jit
def nested(a, out):
    i = cuda.grid(1)
    base = a[i]

    def outer(u):
        k = u + base

        def inner(v):
            return v * k + base

        return inner(u) + twice(lambda t: t + k, u)

    h = outer
    out[i] = h(i)
    for j in range(3):
        base += j
        out[i] += outer(j)


@cuda.jit
def defaults(a, out):
    i = cuda.grid(1)
    m = a[i]

    def f(x, y=m, *, z=m + 1):
        return x + 10 * y + 100 * z

    m = 0.0
    out[i] = f(1) + f(2, 3) + f(1, z=5)


@cuda.jit
def shared_in_closure(a, out):
    n = 8
    t = cuda.threadIdx.x

    def swap(v):
        s = cuda.shared.array(n, np.float64)
        s[t] = v
        cuda.syncthreads()
        return s[n - 1 - t]

    out[t] = swap(a[t]) + N


@cuda.jit
def recursive_closure(a, out):
    i = cuda.grid(1)
    w = 2

    def fact(n):
        if n <= 1:
            return w
        return n * fact(n - 1)

    out[i] = fact(i)


@cuda.jit
def tuple_of_functions(a, out):
    i = cuda.grid(1)
    fs = (sq, f3, lambda x: x - i)
    out[i] = fs[0](a[i]) + fs[1](a[i]) + fs[2](a[i])


@cuda.jit
def chosen_function(a, out):
    i = cuda.grid(1)
    g = (lambda x: x + i) if N > 3 else (lambda x: x)
    out[i] = (lambda x, y: x * y + i)(a[i], 3) + g(1)


@cuda.jit
def stepped(a, out, s, lo, hi):
    v = a[::s]
    for i in range(v.size):
        out[0, i] = v[i]
    v = a[lo:hi:s]
    for i in range(v.size):
        out[1, i] = v[i]
    v = a[lo::s]
    for i in range(v.size):
        out[2, i] = v[i]
    v = a[:hi:s]
    for i in range(v.size):
        out[3, i] = v[i]


@cuda.jit
def sequences(a, out):
    for i, x in enumerate(range(2, 8)):
        out[i] = x
    for i, (x, y) in zip(range(3), ((1, 2), (3, 4))):
        out[i] += x * y + a[i]
    for i in reversed(range(1, 8, 3)):
        out[i] = 10 * out[i] + i
    n = 5
    for n in range(1, n):
        out[n] += 1
    first, *rest, last = 1, 2, 3, 4
    out[7] += first + 10 * rest[1] + 100 * last + 1000 * len(rest[::-1])


@cuda.jit(device=True)
def total(*args):
    return args[0] + args[1] * len(args)


@cuda.jit
def star_calls(a, out):
    i = cuda.grid(1)
    t = (a[i], a[0])
    out[i] = total(*t) + total(1, *t)


@cuda.jit
def matches(a, out):
    for i in range(a.size):
        match int(a[i]):
            case 0:
                out[i] = 10
            case 1 | 2:
                out[i] = 20
            case x if x > 5:
                out[i] = x
            case 3 as y:
                out[i] = -y
            case _:
                out[i] = -1
        match (int(a[i]), 7):
            case (1, n):
                out[i] += n
            case (k, *rest):
                out[i] += 100 * k + len(rest)


@cuda.jit
def match_returns(a, out):
    i = cuda.grid(1)
    flag = 1 if a[i] > 4 else 0
    match flag:
        case 1:
            out[i] = 1
            return
        case 0:
            out[i] = 2
    out[i] += 5


class Kernels:
    def method(self, a, out):
        i = cuda.grid(1)
        out[i] = a[i] + 1
