# RUN: kernelc build %s --emit ptx
# What has no known signature is left out, and said so; a kernel that never had one is left out as before.
import sys

from numba import cuda

WIDE = int(sys.argv[1])
signature = "void(float64[::1])" if WIDE else "void(float32[::1])"


@cuda.jit("void(float32[::1])")
def known(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


# CHECK-ERR: left_out.py:[[@LINE+7]]:11: warning: `unknown` is left out: its signature `signature` has no value that is known while compiling [OpenSignature]
# CHECK-ERR: @cuda.jit(signature)
# CHECK-ERR:           ^~~~~~~~~
# CHECK-ERR: left_out.py:[[@LINE-13]]:1: note: `signature` is not known: depends on something that is not known
# CHECK-ERR: signature = "void(float64[::1])" if WIDE else "void(float32[::1])"
# CHECK-ERR: ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: give the types with --sig, for example --sig 'unknown(float32[::1])'
@cuda.jit(signature)
def unknown(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit(signature)  # kernelc: ignore[OpenSignature]
def silent(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


several = ["void(float32[::1])"]
if WIDE:
    several.append("void(float64[::1])")


# CHECK-ERR: left_out.py:[[@LINE+7]]:11: warning: `listed` is left out: its signature `several` has no value that is known while compiling [OpenSignature]
# CHECK-ERR: @cuda.jit(several)
# CHECK-ERR:           ^~~~~~~
# CHECK-ERR: left_out.py:[[@LINE-6]]:5: note: `several` is not known: was handed to code that is not known
# CHECK-ERR:     several.append("void(float64[::1])")
# CHECK-ERR:     ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: give the types with --sig, for example --sig 'listed(float32[::1])'
@cuda.jit(several)
def listed(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit
def none(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
# CHECK-SUBSET: .visible .entry known(
