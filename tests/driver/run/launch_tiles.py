# RUN: kernelc run %s fast_matmul A=full:float32:50x40:2 B=full:float32:40x30:3 C=zeros:float32:50x30 --device cpu --expect C=full:float32:50x30:240
# CHECK-ERR: note: chosen: --grid 4,2 (x by `A`, y by `B`) --block 16,16 (as `sA` asks)
# Two dimensions, tiles, and an index into A that is y of the block alone: the grid goes over A and B.
from numba import cuda, float32

TPB = 16

@cuda.jit
def fast_matmul(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    tmp = float32(0.)
    for i in range((A.shape[1] + TPB - 1) // TPB):
        sA[tx, ty] = 0
        sB[tx, ty] = 0
        if x < A.shape[0] and ty + i * TPB < A.shape[1]:
            sA[tx, ty] = A[x, ty + i * TPB]
        if y < B.shape[1] and tx + i * TPB < B.shape[0]:
            sB[tx, ty] = B[tx + i * TPB, y]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[tx, j] * sB[j, ty]
        cuda.syncthreads()
    if x < C.shape[0] and y < C.shape[1]:
        C[x, y] = tmp
# CHECK: C: 1500 elements as expected, largest difference 0
