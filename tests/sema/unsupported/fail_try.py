# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    try:
        a[0] = 1 / a[1]
    except ZeroDivisionError:
        a[0] = 0
