# RUN: kernelc run %s sums data=ones:float32:256 out=zeros:float32:2 --grid 2 --block 128 --device cpu --check bounds -W no-LaunchOutside
# RUN: kernelc run %s sums data=ones:float32:256 out=zeros:float32:1 --grid 2 --block 256 --device cpu --check bounds
# CHECK-STATUS: 3
from numba import cuda, float32

@cuda.jit
def sums(data, out):
    part = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    # CHECK-ERR: fail_launch_outside.py:[[@LINE+4]]:5: warning: `part[t]` reaches index 255 with a grid of 2 and a block of 256, and the extent is 128 [LaunchOutside]
    # CHECK-ERR:     part[t] = data[i] if i < data.size else 0
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: help: a launch and its shared arrays go together: give the array the extent of the block, or launch with the block that the array is for
    part[t] = data[i] if i < data.size else 0
    cuda.syncthreads()
    if t == 0:
        # CHECK-ERR: fail_launch_outside.py:[[@LINE+8]]:9: warning: `out[cuda.blockIdx.x]` reaches index 1 with a grid of 2 and a block of 256, and the extent is 1 [LaunchOutside]
        # CHECK-ERR:         out[cuda.blockIdx.x] = part[0] + part[127]
        # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: help: the array needs an element for each block, or the launch fewer blocks
        # CHECK-ERR: fail_launch_outside.py:[[@LINE-7]]:5: error: index 128 is out of bounds for dimension 0 of `part`, whose extent is 128 [IndexOutOfBounds]
        # CHECK-ERR:     part[t] = data[i] if i < data.size else 0
        # CHECK-ERR:     ^~~~~~~
        # CHECK-ERR: note: in kernel `sums`, block (0, 0, 0), thread (128, 0, 0)
        out[cuda.blockIdx.x] = part[0] + part[127]
