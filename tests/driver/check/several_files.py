# RUN: kernelc check %s %s
# CHECK-ERR: note: several_files.py: `add` has no types and was checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check several_files.py --sig 'add(float32[::1], float32[::1], float32[::1])'`, or write them in the decorator
# CHECK-ERR: note: several_files.py: `add` has no types and was checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check several_files.py --sig 'add(float32[::1], float32[::1], float32[::1])'`, or write them in the decorator
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
