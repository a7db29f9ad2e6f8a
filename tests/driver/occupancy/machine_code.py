# RUN: kernelc occupancy %s tile --target sm_90
# REQUIRES: ptxas
from numba import cuda, float32


# The driver's 1024 bytes, which the machine code counts as well, are not the kernel's.
@cuda.jit("void(float32[::1])", max_registers=24)
def tile(x):
    s = cuda.shared.array(300, float32)
    s[cuda.threadIdx.x] = x[cuda.threadIdx.x]
    cuda.syncthreads()
    x[cuda.threadIdx.x] = s[299 - cuda.threadIdx.x]
# CHECK-SUBSET: tile(float32[::1] x)
# CHECK-SUBSET: {{[1-9][0-9]?}} registers of a thread, 1200 + 0 bytes of static and dynamic shared memory of a block
# CHECK-SUBSET: sm_90 holds 32 blocks, 64 warps, 65536 registers, 233472 bytes on a multiprocessor
# CHECK-SUBSET:      32      32      32      50.0%  device
# CHECK-SUBSET: best block: 1024 threads; as many warps with 64, 128, 256, 512
