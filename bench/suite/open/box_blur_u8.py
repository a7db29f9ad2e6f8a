from numba import cuda


@cuda.jit
def box_blur_u8(image, out, radius):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x >= width or y >= height:
        return
    total = 0
    count = 0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            yy = min(max(y + dy, 0), height - 1)
            xx = min(max(x + dx, 0), width - 1)
            total += image[yy, xx]
            count += 1
    out[y, x] = total // count
