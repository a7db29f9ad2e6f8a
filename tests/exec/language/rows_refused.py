"""What kernels do not have: each is refused in its own words."""

import numpy as np
from numba import cuda, float32

GLOBAL = 3


@cuda.jit
def ret_value(out):
    out[0] = 1
    return 1


@cuda.jit(device=True)
def kw(**kwargs):
    return 1


@cuda.jit
def kwargs(out):
    out[0] = kw(a=1)


@cuda.jit
def in_array(out, a):
    out[0] = 1 in a


@cuda.jit(device=True)
def endless(n):
    return endless(n - 1)


@cuda.jit
def endless_k(out, n):
    out[0] = endless(n)


@cuda.jit
def f_bad_list(out):
    x = [1, 2]
    out[0] = x[0]


@cuda.jit
def f_bad_with(out):
    with open('x') as f:
        out[0] = 1


@cuda.jit
def f_bad_try(out):
    try:
        out[0] = 1
    except Exception:
        out[0] = 2


@cuda.jit
def f_bad_import(out):
    import math
    out[0] = math.sqrt(2)


@cuda.jit
def f_bad_global(out):
    global GLOBAL
    GLOBAL = 4
    out[0] = 1


@cuda.jit
def f_bad_fstring(out):
    print(f'{out[0]}')


@cuda.jit
def f_bad_percent(out):
    print('%d' % out[0])


@cuda.jit
def f_bad_format(out):
    print('{}'.format(out[0]))


@cuda.jit
def f_bad_dict(out):
    d = {1: 2}
    out[0] = d[1]


@cuda.jit
def f_bad_comp(out):
    out[0] = sum([i for i in range(3)])


@cuda.jit
def f_bad_gen(out):
    out[0] = sum((i for i in range(3)))


@cuda.jit
def f_bad_fancy(out, a, b):
    x = a[b]
    out[0] = x[0]


@cuda.jit
def f_bad_mask(out, a):
    x = a[a > 1]
    out[0] = x[0]


@cuda.jit
def b_int_str(out):
    out[0] = int('12')


@cuda.jit
def b_int_base(out):
    out[0] = int('12', 16)


@cuda.jit
def b_pow3(out, a):
    out[0] = pow(a[0], 3, 5)


@cuda.jit
def unify_bad(out, a, n):
    if n > 0:
        x = a
    else:
        x = 3
    out[0] = x


@cuda.jit
def unify_str(out, a, n):
    if n > 0:
        x = 'abc'
    else:
        x = 3
    out[0] = x


@cuda.jit
def store_cplx(f64, c64):
    f64[0] = c64[0]


@cuda.jit
def m_copy(out, a):
    b = a.copy()
    out[0] = b[0]


@cuda.jit
def m_astype(out, a):
    b = a.astype(np.float32)
    out[0] = b[0]


@cuda.jit
def m_sort(out, a):
    a.sort()
    out[0] = a[0]


@cuda.jit
def m_flatten(out, a):
    out[0] = a.flatten()[0]


@cuda.jit
def m_nonzero(out, a):
    out[0] = a.nonzero()[0][0]


@cuda.jit
def np_zeros(out):
    b = np.zeros(3)
    out[0] = b[0]


@cuda.jit
def np_array(out):
    b = np.array([1, 2])
    out[0] = b[0]


@cuda.jit
def np_dot(out, a):
    out[0] = np.dot(a, a)


@cuda.jit
def float_index(out, a):
    out[0] = a[1.0]


@cuda.jit
def bool_index(out, a):
    out[0] = a[True]


@cuda.jit
def float_index2(out, a):
    i = cuda.grid(1) / 2
    out[0] = a[i]


@cuda.jit
def arr_expr(out, a, b):
    x = a + b
    out[0] = x[0]


@cuda.jit
def arr_ufunc(out, a):
    x = np.sin(a)
    out[0] = x[0]


@cuda.jit
def sh_bad_arg(out, n):
    s = cuda.shared.array(n, float32)
    s[0] = 1
    out[0] = s[0]


@cuda.jit
def sh_bad_dim(out):
    s = cuda.local.array(cuda.blockDim.x, float32)
    s[0] = 1
    out[0] = s[0]


@cuda.jit
def sh_bad_elem(out, a):
    s = cuda.shared.array(a[0], float32)
    s[0] = 1
    out[0] = s[0]


@cuda.jit
def sh_bad_shape(out, a):
    s = cuda.shared.array(a.shape[0], float32)
    s[0] = 1
    out[0] = s[0]


@cuda.jit
def sh_list(out):
    s = cuda.shared.array([2, 3], float32)
    s[0, 0] = 1
    out[0] = s[0, 0]


@cuda.jit
def arr_methods2(out, m):
    out[0] = m.sum(axis=0)[0]


@cuda.jit
def vec_write(out):
    v = cuda.float4(1, 2, 3, 4)
    v.x = 5
    out[0] = v.x


@cuda.jit
def readonly_str(out):
    out.shape = 3


@cuda.jit
def attr_bad(out, a):
    out[0] = a.foo


@cuda.jit
def meth_bad(out, a):
    out[0] = a.foo()


@cuda.jit
def complex_set(out, z):
    w = z[0]
    w.real = 3
    out[0] = w.real


@cuda.jit
def bad_next(out, a):
    out[0] = next(a)


@cuda.jit
def bad_iter(out, a):
    it = iter(a[0])
    out[0] = next(it)


@cuda.jit
def bad_slice(out, a):
    s = slice(1.5)
    out[0] = a[s][0]


@cuda.jit
def bad_enumerate(out, a):
    for i, v in enumerate(a, begin=1):
        out[i] = v


@cuda.jit
def bad_unpack_slice(out, a):
    r = slice(1, 2, 3)
    x, y, z = r
    out[0] = x + y + z
