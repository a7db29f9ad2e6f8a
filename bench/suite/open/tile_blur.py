from numba import cuda, float32

TX = 32
TY = 8
R = 2
ROWS = TY + 2 * R
COLUMNS = TX + 2 * R


@cuda.jit
def tile_blur(image, weights, out):
    tile = cuda.shared.array((ROWS, COLUMNS), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    height, width = image.shape
    left = cuda.blockIdx.x * TX - R
    top = cuda.blockIdx.y * TY - R
    for j in range(ty, TY + 2 * R, TY):
        for i in range(tx, TX + 2 * R, TX):
            y = min(max(top + j, 0), height - 1)
            x = min(max(left + i, 0), width - 1)
            tile[j, i] = image[y, x]
    cuda.syncthreads()
    x, y = cuda.grid(2)
    if x < width and y < height:
        total = float32(0)
        for j in range(2 * R + 1):
            for i in range(2 * R + 1):
                total += weights[j, i] * tile[ty + j, tx + i]
        out[y, x] = total
