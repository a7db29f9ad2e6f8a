"""Tables that statements of this file fill: the kernels of kernels.py import them."""
import numpy as np

SQUARES = np.zeros(8, dtype=np.int64)
for place in range(SQUARES.size):
    SQUARES[place] = place * place

CHECKSUMS = []
for byte in range(16):
    value = byte
    for _ in range(4):
        value = (value >> 1) ^ 0xC if value & 1 else value >> 1
    CHECKSUMS.append(value)

scale = 1
while scale < 100:
    scale *= 3
LIMIT = scale
