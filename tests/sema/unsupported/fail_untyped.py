# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a, n):
    x = [1, 2, 3]
    with a:
        y = {n: 1}
