# What the program changes before a decorator runs counts, and what it changes afterwards does not.
# RUN: kernelc build %s --emit ptx --target sm_80
from numba import cuda, float64, void

CFG = {"regs": 24}
CFG["regs"] = 40
class P:
    REGS = 48
P.REGS = 56
def regs():
    return 32
R = 8
R += 8


# CHECK-SUBSET: .visible .entry a(
# CHECK-SUBSET: .maxnreg 40
@cuda.jit(void(float64[::1]), max_registers=CFG["regs"])
def a(o):
    o[0] = 1


# CHECK-SUBSET: .visible .entry b(
# CHECK-SUBSET: .maxnreg 56
@cuda.jit(void(float64[::1]), max_registers=P.REGS)
def b(o):
    o[0] = 1


# CHECK-SUBSET: .visible .entry c(
# CHECK-SUBSET: .maxnreg 32
@cuda.jit(void(float64[::1]), max_registers=regs())
def c(o):
    o[0] = 1


# CHECK-SUBSET: .visible .entry d(
# CHECK-SUBSET: .maxnreg 16
@cuda.jit(void(float64[::1]), max_registers=R)
def d(o):
    o[0] = 1


OPT = dict(max_registers=72)
OPT["max_registers"] = 80


# CHECK-SUBSET: .visible .entry f(
# CHECK-SUBSET: .maxnreg 80
@cuda.jit(void(float64[::1]), **OPT)
def f(o):
    o[0] = 1


R = 88
KIND = ["float64"]
KIND[0] = "float32"


# CHECK-SUBSET: .visible .entry g(
# CHECK-SUBSET: st.global.b32 {{.*}}, 1065353216
@cuda.jit("void(%s[::1])" % KIND[0])
def g(o):
    o[0] = 1


KIND[0] = "int64"
