import math

from numba import cuda, int32, uint32

# Of the binomial filter, in sixteenths.
WEIGHTS = (1, 4, 6, 4, 1)


@cuda.jit(device=True)
def at(image, y, x):
    """The pixel, or the nearest one of the border."""
    y = min(max(y, 0), image.shape[0] - 1)
    x = min(max(x, 0), image.shape[1] - 1)
    return int32(image[y, x])


@cuda.jit
def blur(image, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        total = 0
        for dy in range(5):
            for dx in range(5):
                total += WEIGHTS[dy] * WEIGHTS[dx] * at(image, y + dy - 2, x + dx - 2)
        out[y, x] = (total + 128) // 256


@cuda.jit
def edges(image, out, threshold):
    """255 where the gradient (Sobel's) is above the threshold, else 0."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        down = 0
        right = 0
        for d in range(-1, 2):
            weight = 2 - abs(d)
            down += weight * (at(image, y + 1, x + d) - at(image, y - 1, x + d))
            right += weight * (at(image, y + d, x + 1) - at(image, y + d, x - 1))
        steep = math.sqrt(down * down + right * right) > threshold
        out[y, x] = 255 if steep else 0


@cuda.jit
def histogram(image, bins):
    local = cuda.shared.array(256, uint32)
    lane = cuda.threadIdx.y * cuda.blockDim.x + cuda.threadIdx.x
    threads = cuda.blockDim.x * cuda.blockDim.y
    for i in range(lane, 256, threads):
        local[i] = 0
    cuda.syncthreads()
    x, y = cuda.grid(2)
    if y < image.shape[0] and x < image.shape[1]:
        cuda.atomic.add(local, image[y, x], 1)
    cuda.syncthreads()
    for i in range(lane, 256, threads):
        if local[i] > 0:
            cuda.atomic.add(bins, i, local[i])
