from numba import cuda, int32

LENGTH = 127
WIDTH = LENGTH + 1


@cuda.jit
def edit_distance(a, b, distances):
    diagonals = cuda.shared.array((3, WIDTH), dtype=int32)
    i = cuda.threadIdx.x
    pair = cuda.blockIdx.x
    for d in range(2 * LENGTH + 1):
        j = d - i
        if 0 <= j <= LENGTH:
            if i == 0:
                value = j
            elif j == 0:
                value = i
            else:
                before = diagonals[(d + 2) % 3, i - 1]
                above = diagonals[(d + 2) % 3, i]
                corner = diagonals[(d + 1) % 3, i - 1]
                cost = 0 if a[pair, i - 1] == b[pair, j - 1] else 1
                value = min(min(before, above) + 1, corner + cost)
            diagonals[d % 3, i] = value
        cuda.syncthreads()
    if i == LENGTH:
        distances[pair] = diagonals[2 * LENGTH % 3, i]
