# RUN: kernelc run %s k x=ones:float32:65 out=zeros:float64:64 --device cpu --grid 1 --block 64 --check bounds
# CHECK-STATUS: 3
from numba import cuda

def last(x, n):
    # CHECK-ERR: fail_raise_in_counted_barrier_loop.py:[[@LINE+4]]:12: error: ValueError: new type not compatible with array [ExceptionRaised]
    # CHECK-ERR:     return x[:n].view("float64")[0]
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: note: in kernel `k`, block (0, 0, 0), thread (1, 0, 0)
    return x[:n].view("float64")[0]

@cuda.jit
def k(x, out):
    # The others would go round for days.
    t = cuda.threadIdx.x
    tile = cuda.shared.array(64, "float64")
    for step in range(1 << 40):
        tile[t] = step
        cuda.syncthreads()
        out[t] = tile[63 - t] + last(x, t + 2 if t % 2 == 0 or step < 3 else 3)
        cuda.syncthreads()
