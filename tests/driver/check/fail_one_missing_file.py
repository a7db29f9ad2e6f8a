# RUN: kernelc check %s %S/no_such_file.py
# CHECK-ERR: note: fail_one_missing_file.py: `add` has no types and was checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check fail_one_missing_file.py --sig 'add(float32[::1], float32[::1], float32[::1])'`, or write them in the decorator
# CHECK-ERR: error: cannot open `no_such_file.py`: No such file or directory
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
