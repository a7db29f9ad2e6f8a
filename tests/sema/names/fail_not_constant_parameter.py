# RUN: kernelc check %s
from kernelc import *

def make(factor):
    @kernel
    def scale(a: float32[:]):
        a[0] *= factor
    return scale
