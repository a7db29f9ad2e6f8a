# RUN: kernelc run %S/no_such_file.py add a=1 --device cpu
# CHECK-ERR: error: cannot open `no_such_file.py`: No such file or directory
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]
