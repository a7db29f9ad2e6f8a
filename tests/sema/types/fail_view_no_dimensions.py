# RUN: kernelc build %s -k k --sig "void(array(float32, 0d, C), int32[::1])" --emit kir
from numba import cuda, uint8

@cuda.jit
def k(x, y):
    # CHECK-ERR: fail_view_no_dimensions.py:[[@LINE+3]]:19: error: `view` wants a type of 4 bytes for an array without dimensions, not uint8 [ArgumentType]
    # CHECK-ERR:     y[0] = x.view(uint8).size
    # CHECK-ERR:                   ^~~~~
    y[0] = x.view(uint8).size
