from numba import cuda


@cuda.jit
def label_step(mask, labels, out, changed):
    x, y = cuda.grid(2)
    height, width = mask.shape
    if x < width and y < height:
        best = labels[y, x]
        if mask[y, x] != 0:
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    yy = y + dy
                    xx = x + dx
                    if yy >= 0 and yy < height and xx >= 0 and xx < width and mask[yy, xx] != 0:
                        best = min(best, labels[yy, xx])
            if best != labels[y, x]:
                changed[0] = 1
        out[y, x] = best
