"""Tables that kernels.py imports."""
import numpy as np

SQUARES = np.arange(300, dtype=np.int32) ** 2
CUBE = (np.arange(24) * 5 % 7).reshape(2, 3, 4).astype(np.int16)
