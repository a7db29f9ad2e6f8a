# RUN: kernelc build %s --target sm_80 --emit kir --sig "float32[:]"
from kernelc import *

@kernel
def k(a, b):
    a[0] = b
