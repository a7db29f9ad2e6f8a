# RUN: kernelc build %s -k k --emit kir
from kernelc import *

@kernel
def k(a: float32[:]):
    print("a = %f" % a[0])
    print(f"{a[0]}")
