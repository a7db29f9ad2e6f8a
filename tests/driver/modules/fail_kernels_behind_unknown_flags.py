# RUN: kernelc run %s
# CHECK-STATUS: 2
# CHECK-ERR: error: KERNEL is required; the kernels of `fail_kernels_behind_unknown_flags.py` are:
# CHECK-ERR:   by_jit@45  by_jit(a)
# CHECK-ERR:   by_choice@50  by_choice(a)
# CHECK-ERR:   by_either@55  by_either(a)
# CHECK-ERR:   by_guarded@60  by_guarded(a)
# CHECK-ERR:   by_options@65  by_options(a)
# CHECK-ERR:   by_module@70  by_module(a)
import settings

HAVE, cuda = settings.probe()
nb = settings.numba()

if HAVE:
    jit = cuda.jit
else:
    def jit(*args, **options):
        return lambda f: f

choice = cuda.jit(fastmath=True) if HAVE else (lambda f: f)


def either(f):
    return cuda.jit(f) if HAVE else f


def guarded(f):
    if HAVE:
        return cuda.jit(f)
    return f


def with_options(**options):
    def wrap(f):
        return cuda.jit(**options)(f) if HAVE else f
    return wrap


def twice(f):
    return f


@jit
def by_jit(a):
    a[0] = 1


@choice
def by_choice(a):
    a[0] = 1


@either
def by_either(a):
    a[0] = 1


@guarded
def by_guarded(a):
    a[0] = 1


@with_options(fastmath=True)
def by_options(a):
    a[0] = 1


@nb.cuda.jit
def by_module(a):
    a[0] = 1


@twice
def no_kernel(a):
    a[0] = 1
