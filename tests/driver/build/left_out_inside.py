# RUN: kernelc build %s --emit ptx
# In functions and classes as well, lists of signatures are those of the run, and what it does not know is left out.
import sys

from numba import cuda

WIDE = int(sys.argv[1])


def make():
    several = ["void(float32[::1])"]
    if WIDE:
        several.append("void(float64[::1])")

    # CHECK-ERR: left_out_inside.py:[[@LINE+7]]:15: warning: `made_by_call` is left out: its signature `several` has no value that is known while compiling [OpenSignature]
    # CHECK-ERR:     @cuda.jit(several)
    # CHECK-ERR:               ^~~~~~~
    # CHECK-ERR: left_out_inside.py:[[@LINE-5]]:9: note: `several` is not known: was handed to code that is not known
    # CHECK-ERR:         several.append("void(float64[::1])")
    # CHECK-ERR:         ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: give the types with --sig, for example --sig 'made_by_call(float32[::1])'
    @cuda.jit(several)
    def made(a):
        a[0] = 1

    return made


made_by_call = make()


class Kernels:
    several = ["void(float32[::1])"]
    if WIDE:
        several.append("void(float64[::1])")

    @staticmethod
    # CHECK-ERR: left_out_inside.py:[[@LINE+4]]:15: warning: `Kernels.inside` is left out: its signature `several` has no value that is known while compiling [OpenSignature]
    # CHECK-ERR:     @cuda.jit(several)
    # CHECK-ERR:               ^~~~~~~
    # CHECK-ERR: help: give the types with --sig, for example --sig 'Kernels.inside(float32[::1])'
    @cuda.jit(several)
    def inside(a):
        a[0] = 2


def never(count):
    known = ["void(float32[::1])"]
    known.append("void(int32[::1])")

    @cuda.jit(known, max_registers=32)
    def uncalled(a):
        a[0] = 3

    return uncalled


def f(a):
    a[0] = 4


listed = ["void(float32[::1])"]
if WIDE:
    listed.append("void(float64[::1])")
# CHECK-ERR: left_out_inside.py:[[@LINE+4]]:1: warning: `called` is left out: its signature `called = cuda.jit(listed)(f)` has no value that is known while compiling [OpenSignature]
# CHECK-ERR: called = cuda.jit(listed)(f)
# CHECK-ERR: ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: give the types with --sig, for example --sig 'called(float32[::1])'
called = cuda.jit(listed)(f)


@cuda.jit("void(float32[::1])")
def known(a):
    a[0] = 5
# CHECK-SUBSET: .visible .entry known(
# CHECK-NOT: .entry made
# CHECK-NOT: .entry called
