from numba import cuda, float32


@cuda.jit
def bilinear_resize(image, out):
    x, y = cuda.grid(2)
    height, width = out.shape
    if x < width and y < height:
        sy = (float32(y) + float32(0.5)) * float32(image.shape[0]) / float32(height) - float32(0.5)
        sx = (float32(x) + float32(0.5)) * float32(image.shape[1]) / float32(width) - float32(0.5)
        y0 = int(max(sy, float32(0)))
        x0 = int(max(sx, float32(0)))
        y1 = min(y0 + 1, image.shape[0] - 1)
        x1 = min(x0 + 1, image.shape[1] - 1)
        fy = max(sy, float32(0)) - float32(y0)
        fx = max(sx, float32(0)) - float32(x0)
        top = image[y0, x0] * (float32(1) - fx) + image[y0, x1] * fx
        bottom = image[y1, x0] * (float32(1) - fx) + image[y1, x1] * fx
        out[y, x] = top * (float32(1) - fy) + bottom * fy
