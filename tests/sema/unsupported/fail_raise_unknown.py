# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    if a[0] > 0:
        raise ValueErrer("no such exception")
