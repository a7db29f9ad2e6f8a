from numba import cuda, int32

BAND = 4
WIDTH = 2 * BAND + 1
PLACES = WIDTH + 1


@cuda.jit
def band_distance(left, right, out):
    i = cuda.grid(1)
    if i < left.shape[0]:
        length = left.shape[1]
        row = cuda.local.array(PLACES, int32)
        for d in range(WIDTH + 1):
            row[d] = abs(d - BAND)
        row[WIDTH] = 1000
        for y in range(length):
            before = 1000
            for d in range(WIDTH):
                x = y + d - BAND
                if x < 0:
                    best = y + 1
                    if x < -1:
                        best = 1000
                elif x >= length:
                    best = 1000
                else:
                    cost = 0 if left[i, y] == right[i, x] else 1
                    best = min(row[d] + cost, min(row[d + 1], before) + 1)
                row[d] = best
                before = best
        out[i] = row[BAND]
