# RUN: kernelc check %s
from numba import cuda, float32

@cuda.jit("void(float32[:], float32[:])")
def sums(data, out):
    part = cuda.shared.array((4, 32), float32)
    # CHECK-ERR: launch_outside.py:[[@LINE+4]]:5: warning: `part[cuda.threadIdx.y, cuda.threadIdx.x]` reaches index 7 with a block of 32,8, as line 18 launches it, and the extent is 4 [LaunchOutside]
    # CHECK-ERR:     part[cuda.threadIdx.y, cuda.threadIdx.x] = data[0]
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: a launch and its shared arrays go together: give the array the extent of the block, or launch with the block that the array is for
    part[cuda.threadIdx.y, cuda.threadIdx.x] = data[0]
    cuda.syncthreads()
    if cuda.threadIdx.y < 4:
        out[0] = part[cuda.threadIdx.y, 0]

def main(data, out):
    sums[10, (32, 4)](data, out)
    sums[10, (32, 8)](data, out)
