from numba import cuda


@cuda.jit
def embedding(table, words, out):
    i = cuda.grid(1)
    width = table.shape[1]
    if i < words.size * width:
        row = i // width
        column = i % width
        out[row, column] = table[words[row], column]
