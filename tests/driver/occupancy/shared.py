# RUN: kernelc occupancy %s blur --target sm_75 --registers 32 --shared 20000 --sig 'float32[::1]' --sig 'float64[::1]'
from numba import cuda, float32


@cuda.jit(launch_bounds=(128, 1))
def blur(x):
    fixed = cuda.shared.array(1000, float32)
    given = cuda.shared.array(0, float32)
    i = cuda.threadIdx.x
    fixed[i] = x[i]
    given[i] = x[i]
    cuda.syncthreads()
    x[i] = fixed[0] + given[0]
# CHECK: blur(float32[::1] x)
# CHECK: 32 registers of a thread, 4000 + 20000 bytes of static and dynamic shared memory of a block
# CHECK: sm_75 holds 16 blocks, 32 warps, 65536 registers, 65536 bytes on a multiprocessor
# CHECK:
# CHECK: threads  blocks   warps  occupancy  limited by
# CHECK:      32       2       2       6.2%  smem
# CHECK:      64       2       4      12.5%  smem
# CHECK:      96       2       6      18.8%  smem
# CHECK:     128       2       8      25.0%  smem
# CHECK:
# CHECK: best block: 128 threads
# CHECK:
# CHECK: blur(float64[::1] x)
# CHECK: 32 registers of a thread, 4000 + 20000 bytes of static and dynamic shared memory of a block
# CHECK: sm_75 holds 16 blocks, 32 warps, 65536 registers, 65536 bytes on a multiprocessor
# CHECK:
# CHECK: threads  blocks   warps  occupancy  limited by
# CHECK:      32       2       2       6.2%  smem
# CHECK:      64       2       4      12.5%  smem
# CHECK:      96       2       6      18.8%  smem
# CHECK:     128       2       8      25.0%  smem
# CHECK:
# CHECK: best block: 128 threads
