from numba import cuda


@cuda.jit
def erode_u8(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x < width and y < height:
        smallest = 255
        for j in range(max(y - 1, 0), min(y + 2, height)):
            for i in range(max(x - 1, 0), min(x + 2, width)):
                smallest = min(smallest, image[j, i])
        out[y, x] = smallest
