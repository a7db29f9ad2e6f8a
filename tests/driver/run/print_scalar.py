# RUN: kernelc run %s scale x=arange:float32:4 factor=float32:2.5 --device cpu --print x --print factor
from kernelc import *

@kernel
def scale(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] = x[i] * factor
