# RUN: kernelc occupancy %s fill --target sm_120f --registers 16 --shared 101377
from numba import cuda, float32


@cuda.jit("void(float32[::1])", launch_bounds=(64, 1))
def fill(x):
    given = cuda.shared.array(0, float32)
    given[cuda.threadIdx.x] = 1
    x[cuda.threadIdx.x] = given[cuda.threadIdx.x]
# CHECK: fill(float32[::1] x)
# CHECK: 16 registers of a thread, 0 + 101377 bytes of static and dynamic shared memory of a block
# CHECK: sm_120f holds 24 blocks, 48 warps, 65536 registers, 102400 bytes on a multiprocessor
# CHECK:
# CHECK: threads  blocks   warps  occupancy  limited by
# CHECK:      32       0       0       0.0%  smem
# CHECK:      64       0       0       0.0%  smem
# CHECK:
# CHECK: no block of it fits on a multiprocessor
