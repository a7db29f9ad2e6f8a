from numba import cuda, uint32

K = 11


@cuda.jit
def kmer_counts(bases, table):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, bases.size - K + 1, stride):
        code = uint32(0)
        valid = True
        for k in range(K):
            base = bases[i + k]
            if base > 3:
                valid = False
                break
            code = (code << 2) | base
        if valid:
            h = uint32(code * uint32(2654435761))
            cuda.atomic.add(table, (h >> 12) % table.size, 1)
