from kernelc import *

THREADS = 128


@device
def add_up(data, center, power, totals):
    """totals[blockIdx.x] += the sum over rows of (data - center) ** power, of column blockIdx.x."""
    partial = shared.array(THREADS, float32)
    column = blockIdx.x
    here = threadIdx.x
    total = float32(0.0)
    for row in range(blockIdx.y * THREADS + here, data.shape[0], gridDim.y * THREADS):
        distance = data[row, column] - center
        total += distance if power == 1.0 else distance * distance
    partial[here] = total
    syncthreads()
    width = THREADS // 2
    while width > 0:
        if here < width:
            partial[here] += partial[here + width]
        syncthreads()
        width //= 2
    if here == 0:
        atomic.add(totals, column, partial[0])
