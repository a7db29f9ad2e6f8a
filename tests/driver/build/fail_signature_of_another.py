# RUN: kernelc build %s -k one --sig 'two(float32[::1])' --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: --sig 'two(float32[::1])' is for `two(a)`, which -k does not name
from kernelc import *

@kernel
def one(a):
    a[0] = 1

@kernel
def two(a):
    a[0] = 2
