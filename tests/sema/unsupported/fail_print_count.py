# RUN: kernelc build %s -k k --emit kir
from kernelc import *

@kernel
def k(a: float32[:]):
    t = (a[0], a[1], a[2], a[3])
    u = (t, t, t)
    print(u, u, u)
