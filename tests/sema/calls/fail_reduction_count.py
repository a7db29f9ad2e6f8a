# RUN: kernelc build %s -k total --sig "float32[::1]" --emit kir
# CHECK-STATUS: 2
# CHECK-ERR: error: `total(arr, res, init, size)` takes 2 to 4 arguments, the signature has 1
from numba import cuda

total = cuda.reduce(lambda a, b: a + b)
