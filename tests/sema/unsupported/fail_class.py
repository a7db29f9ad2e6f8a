# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    class C:
        pass
