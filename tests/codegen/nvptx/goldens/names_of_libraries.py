# RUN: kernelc build %s --emit ptx --target sm_80
# REQUIRES: libdevice
# CHECK-SUBSET: .func {{.*}}__internal_trig_reduction_slowpathd
# CHECK-SUBSET: .visible .entry __g(
# CHECK-SUBSET: st.global
# CHECK-SUBSET: .visible .entry k__nv_cos(
# CHECK-SUBSET: st.global
# CHECK-SUBSET: .visible .entry k__internal_trig_reduction_slowpathd(
# CHECK-SUBSET: st.global
# CHECK-SUBSET: .visible .entry vprintf_1(
# CHECK-SUBSET: call.uni {{.*}}vprintf,
# CHECK-SUBSET: .visible .entry WARP_SZ_1(
# CHECK-SUBSET: st.global
# CHECK-NOT: .visible .func
# Functions of the program and of libdevice, the driver and PTX never meet.
from kernelc import *
import math


@kernel("void(float64[::1])")
def __g(a):
    a[0] = math.cos(a[0])


@kernel("void(float64[::1])")
def __nv_cos(a):
    a[0] = math.cos(a[0])


@kernel("void(float64[::1])")
def __internal_trig_reduction_slowpathd(a):
    a[0] = math.cos(a[0])


@kernel("void(float64[::1])")
def vprintf(a):
    print(a[0])


@kernel("void(float64[::1])")
def WARP_SZ(a):
    a[0] = 1.0
