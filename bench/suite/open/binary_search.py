from numba import cuda


@cuda.jit
def binary_search(table, values, places):
    i = cuda.grid(1)
    if i < values.size:
        value = values[i]
        low = 0
        high = table.size
        while low < high:
            middle = (low + high) // 2
            if table[middle] < value:
                low = middle + 1
            else:
                high = middle
        places[i] = low
