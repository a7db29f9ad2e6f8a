# RUN: kernelc check %s
from numba import cuda

taken = cuda.declare_device("k", "float32(float32)")
scale = cuda.declare_device("scale", "int32(CPointer(float32), int32)", abi="c")
pair = cuda.declare_device("pair", "complex64(float32)")

@cuda.jit("void(float32[::1], int64[::1])")
def k(a, b):
    # CHECK-ERR: fail_external_function.py:[[@LINE+4]]:12: error: the external function `k` has the name of another function of the program [ExternalName]
    # CHECK-ERR:     a[0] = taken(a[0])
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: help: give the Python function another name, or declare the function once
    a[0] = taken(a[0])
    # CHECK-ERR: fail_external_function.py:[[@LINE+3]]:12: error: `scale` takes 2 arguments, 1 given [CallArity]
    # CHECK-ERR:     b[0] = scale(a)
    # CHECK-ERR:            ^~~~~~~~
    b[0] = scale(a)
    # CHECK-ERR: fail_external_function.py:[[@LINE+4]]:18: error: `scale` wants CPointer(float32), not array(int64, 1d, C) [ArgumentType]
    # CHECK-ERR:     b[1] = scale(b, 2)
    # CHECK-ERR:                  ^
    # CHECK-ERR: help: parameters of the C ABI are numbers and pointers; an array gives its data
    b[1] = scale(b, 2)
    # CHECK-ERR: fail_external_function.py:[[@LINE+4]]:12: error: a function cannot return complex64 [CannotReturn]
    # CHECK-ERR:     a[1] = pair(a[0])
    # CHECK-ERR:            ^~~~~~~~~~
    # CHECK-ERR: help: an external function returns a number; give it a pointer to write others to
    a[1] = pair(a[0])
