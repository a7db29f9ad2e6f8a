from numba import cuda


@cuda.jit
def rgb_to_gray(image, gray):
    x, y = cuda.grid(2)
    if x < gray.shape[1] and y < gray.shape[0]:
        r = image[y, x, 0]
        g = image[y, x, 1]
        b = image[y, x, 2]
        gray[y, x] = (77 * r + 150 * g + 29 * b) >> 8
