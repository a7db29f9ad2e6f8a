# Arrays on the device whose contents the file gives, which Numba captures by their addresses.
# RUN: kernelc run %s k out=zeros:float32:8 --device cpu --grid 1 --block 8 --print out
# RUN: kernelc build %s -k k --sig 'float32[::1]' --emit cuda
# RUN: kernelc build %s -k k --sig 'float32[::1]' --target sm_80
import numpy as np
from numba import cuda

TABLE = np.array([1.5, 2.5, 4.0], dtype=np.float32)
K = cuda.to_device(TABLE)
TABLE[0] = 100.0
STREAM = cuda.stream()
RAMP = cuda.to_device(np.arange(6, dtype=np.float32).reshape(2, 3), stream=STREAM)
BACK = RAMP.copy_to_host()
BACK[0, 0] = 50
PAIR = (K, cuda.to_device(np.ones(3, np.float32)))


@cuda.jit(device=True)
def part(table, i):
    return table[i % table.size]


@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = part(K, i) + RAMP[1, i % 3] + BACK[0, 0] + PAIR[1][0]


if __name__ == "__main__":
    out = cuda.device_array(8, np.float32)
    k[1, 8](out)
# CHECK-SUBSET: out: float32 (8,)
# CHECK-SUBSET:   [55.5, 57.5, 60.0, 55.5, 57.5, 60.0, 55.5, 57.5]
# CHECK-SUBSET: __constant__ const float K[3] = {
# CHECK-SUBSET: .const .align 16 .b8 constant[12] = {0, 0, 192, 63, 0, 0, 32, 64, 0, 0, 128, 64};
# CHECK-SUBSET: ld.const.b32
