# RUN: kernelc occupancy %s scale --target sm_80 --registers 40
from numba import cuda


@cuda.jit("void(float32[::1], float32)")
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor
# CHECK: scale(float32[::1] x, float32 factor)
# CHECK: 40 registers of a thread, 0 + 0 bytes of static and dynamic shared memory of a block
# CHECK: sm_80 holds 32 blocks, 64 warps, 65536 registers, 167936 bytes on a multiprocessor
# CHECK:
# CHECK: threads  blocks   warps  occupancy  limited by
# CHECK:      32      32      32      50.0%  device
# CHECK:      64      24      48      75.0%  regs
# CHECK:      96      16      48      75.0%  regs
# CHECK:     128      12      48      75.0%  regs
# CHECK:     160       9      45      70.3%  regs
# CHECK:     192       8      48      75.0%  regs
# CHECK:     224       6      42      65.6%  regs
# CHECK:     256       6      48      75.0%  regs
# CHECK:     288       5      45      70.3%  regs
# CHECK:     320       4      40      62.5%  regs
# CHECK:     352       4      44      68.8%  regs
# CHECK:     384       4      48      75.0%  regs
# CHECK:     416       3      39      60.9%  regs
# CHECK:     448       3      42      65.6%  regs
# CHECK:     480       3      45      70.3%  regs
# CHECK:     512       3      48      75.0%  regs
# CHECK:     544       2      34      53.1%  regs
# CHECK:     576       2      36      56.2%  regs
# CHECK:     608       2      38      59.4%  regs
# CHECK:     640       2      40      62.5%  regs
# CHECK:     672       2      42      65.6%  regs
# CHECK:     704       2      44      68.8%  regs
# CHECK:     736       2      46      71.9%  regs
# CHECK:     768       2      48      75.0%  regs
# CHECK:     800       1      25      39.1%  regs
# CHECK:     832       1      26      40.6%  regs
# CHECK:     864       1      27      42.2%  regs
# CHECK:     896       1      28      43.8%  regs
# CHECK:     928       1      29      45.3%  regs
# CHECK:     960       1      30      46.9%  regs
# CHECK:     992       1      31      48.4%  regs
# CHECK:    1024       1      32      50.0%  regs
# CHECK:
# CHECK: best block: 768 threads; as many warps with 64, 96, 128, 192, 256, 384, 512
