# RUN: kernelc run %s scale a=ones:float32:100 --device cpu --print 'a[::33]'
# CHECK-ERR: note: chosen: --grid 25 (x by `a`) --block 4,2 (as line 7 has it)
from numba import cuda

def main(a):
    threads = (4, 2)
    scale[10, threads](a)

@cuda.jit
def scale(a):
    i = cuda.blockIdx.x * cuda.blockDim.x * cuda.blockDim.y + cuda.threadIdx.y * cuda.blockDim.x + cuda.threadIdx.x
    if i < a.size:
        a[i] *= 2
# CHECK: a[::33]: float32 (4,)
# CHECK:   [2.0, 2.0, 2.0, 2.0]
