# RUN: kernelc run %s k a=zeros:float32:4 --device cpu --shared 0 --grid 1 --block 1
# RUN: kernelc run %s k a=zeros:float32:4 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: kernel `k` has a shared array whose size the launch gives: add --shared BYTES
from numba import cuda, float32


@cuda.jit
def k(a):
    s = cuda.shared.array(0, float32)
    if a.size > 4:
        s[0] = 1
    a[0] = 2
