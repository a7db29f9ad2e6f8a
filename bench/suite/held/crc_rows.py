from numba import cuda


@cuda.jit
def crc_rows(rows, table, out):
    r = cuda.grid(1)
    if r < rows.shape[0]:
        crc = 0xFFFFFFFF
        for k in range(rows.shape[1]):
            crc = table[(crc ^ rows[r, k]) & 0xFF] ^ (crc >> 8)
        out[r] = crc ^ 0xFFFFFFFF
