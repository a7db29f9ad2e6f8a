# RUN: kernelc occupancy %s scale --target sm_90a --registers 255
from numba import cuda


# No block is larger than the bounds allow.
@cuda.jit("void(float32[::1], float32)", launch_bounds=(96, 1))
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor
# CHECK: scale(float32[::1] x, float32 factor)
# CHECK: 255 registers of a thread, 0 + 0 bytes of static and dynamic shared memory of a block
# CHECK: sm_90a holds 32 blocks, 64 warps, 65536 registers, 233472 bytes on a multiprocessor
# CHECK:
# CHECK: threads  blocks   warps  occupancy  limited by
# CHECK:      32       8       8      12.5%  regs
# CHECK:      64       4       8      12.5%  regs
# CHECK:      96       2       6       9.4%  regs
# CHECK:
# CHECK: best block: 64 threads; as many warps with 32
