# RUN: kernelc build %s -k k --emit kir
from kernelc import *

@kernel
def k(a: float32[:]):
    print("a =", a)
    print(1, file=2)
    print(1, sep=3)
