# RUN: kernelc build %s --emit header --host-api driver -g --target sm_80
# CHECK-STATUS: 2
# CHECK-ERR: error: -g with --host-api driver: errors of threads are reported to the runtime, which such a header does without, and a thread that met one would end unheard; build with --host-api runtime to look for errors, or without -g
from kernelc import *


@kernel
def k(a: float32[::1]):
    i = grid(1)
    if i < a.size:
        a[i] = 1
