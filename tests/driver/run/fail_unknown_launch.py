# RUN: kernelc run %s sub a=1 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_unknown_launch.py` has no function `sub`; its kernels are:
# CHECK-ERR:   add@11  add(x, y, out)
# CHECK-ERR:   copy@15  copy(x, y)
# CHECK-ERR:   total@20  total(arr, res, init, size)
# CHECK-ERR:   most@26  most(arr, res, init, size)
from numba import cuda, guvectorize, vectorize

@vectorize(["float32(float32, float32)"], target="cuda")
def add(x, y):
    return x + y

@guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", target="cuda")
def copy(x, y):
    for i in range(x.size):
        y[i] = x[i]

@cuda.reduce
def total(a, b):
    return a + b

def larger(a, b):
    return max(a, b)

most = cuda.Reduce(functor=larger)
