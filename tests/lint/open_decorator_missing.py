# RUN: kernelc check %s
# A decorator of a module that is not there may make a kernel.
from nowhere import jit
from numba import cuda


# CHECK-ERR: open_decorator_missing.py:[[@LINE+7]]:2: warning: `placed` is left out: its decorator `jit(fast=True)` has no value that is known while compiling [OpenDecorator]
# CHECK-ERR: @jit(fast=True)
# CHECK-ERR:  ^~~~~~~~~~~~~~
# CHECK-ERR: open_decorator_missing.py:[[@LINE-7]]:1: note: `jit` is not known: comes from module `nowhere`, which is not known
# CHECK-ERR: from nowhere import jit
# CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: decorate it with `@cuda.jit` or `@kernel`, or ask for it by -k placed
@jit(fast=True)
def placed(a):
    a[cuda.grid(1)] = 1


@jit
def other(a):
    return a
