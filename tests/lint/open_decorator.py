# RUN: kernelc check %s
# What is launched, or asks for its place among the threads, is said to be left out where its decorator is not known.
import sys

from numba import cuda

jit = cuda.jit if int(sys.argv[1]) else print


# CHECK-ERR: open_decorator.py:[[@LINE+7]]:2: warning: `launched` is left out: its decorator `jit` has no value that is known while compiling [OpenDecorator]
# CHECK-ERR: @jit
# CHECK-ERR:  ^~~
# CHECK-ERR: open_decorator.py:[[@LINE-6]]:1: note: `jit` is not known: its statement raises IndexError: index out of range
# CHECK-ERR: jit = cuda.jit if int(sys.argv[1]) else print
# CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: decorate it with `@cuda.jit` or `@kernel`, or ask for it by -k launched
@jit
def launched(a):
    a[0] = 1


# CHECK-ERR: open_decorator.py:[[@LINE+7]]:2: warning: `placed` is left out: its decorator `jit` has no value that is known while compiling [OpenDecorator]
# CHECK-ERR: @jit
# CHECK-ERR:  ^~~
# CHECK-ERR: open_decorator.py:[[@LINE-18]]:1: note: `jit` is not known: its statement raises IndexError: index out of range
# CHECK-ERR: jit = cuda.jit if int(sys.argv[1]) else print
# CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: decorate it with `@cuda.jit` or `@kernel`, or ask for it by -k placed
@jit
def placed(a):
    a[cuda.grid(1)] = 1


@jit  # kernelc: ignore[OpenDecorator]
def silent(a):
    a[cuda.threadIdx.x] = 1


@jit
def other(a):
    return a


@cuda.jit("void(float32[::1])")
def known(a):
    a[0] = 1


def main(a):
    launched[1, 32](a)
