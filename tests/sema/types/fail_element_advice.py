# RUN: kernelc check %s
import math
from numba import cuda

@cuda.jit("void(float32[::1], float32[:, ::1], int32)")
def k(a, b, n):
    i = cuda.grid(1)
    c = a[i]
    # CHECK-ERR: fail_element_advice.py:[[@LINE+10]]:12: error: float32 cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     a[i] = c[0]
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:12: note: float32
    # CHECK-ERR:     a[i] = c[0]
    # CHECK-ERR:            ~
    # CHECK-ERR: fail_element_advice.py:[[@LINE-7]]:5: note: `c` is float32 because of this
    # CHECK-ERR:     c = a[i]
    # CHECK-ERR:     ~
    # CHECK-ERR: help: `c` is one number: leave `[0]` away, or pass an array
    a[i] = c[0]
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:5: error: float32 cannot be indexed [NotSubscriptable]
    # CHECK-ERR:     a[i][0] = 1
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:5: note: float32
    # CHECK-ERR:     a[i][0] = 1
    # CHECK-ERR:     ~~~~
    # CHECK-ERR: help: `a[i]` is one number already: assign to that, or pass an array of more dimensions
    a[i][0] = 1
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:12: error: cannot store array(float32, 1d, C) in an array of float32 [StoreType]
    # CHECK-ERR:     a[i] = b[i]
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: `b[i]` is a part of an array: one element has an index for each dimension, as in `b[i, j]`
    a[i] = b[i]
    # CHECK-ERR: fail_element_advice.py:[[@LINE+10]]:12: error: `*` computes with whole arrays [ArrayArithmetic]
    # CHECK-ERR:     a[i] = b[i] * 2
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:12: note: array(float32, 1d, C)
    # CHECK-ERR:     a[i] = b[i] * 2
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:19: note: int64
    # CHECK-ERR:     a[i] = b[i] * 2
    # CHECK-ERR:                   ~
    # CHECK-ERR: help: `b[i]` is a part of an array: one element has an index for each dimension, as in `b[i, j]`
    a[i] = b[i] * 2
    # CHECK-ERR: fail_element_advice.py:[[@LINE+10]]:12: error: `@` computes with whole arrays [ArrayArithmetic]
    # CHECK-ERR:     a[i] = b[i] @ b[i]
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:12: note: array(float32, 1d, C)
    # CHECK-ERR:     a[i] = b[i] @ b[i]
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:19: note: array(float32, 1d, C)
    # CHECK-ERR:     a[i] = b[i] @ b[i]
    # CHECK-ERR:                   ~~~~
    # CHECK-ERR: help: `np.dot(b[i], b[i])` sums the products of two vectors; products of matrices are loops
    a[i] = b[i] @ b[i]
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:22: error: `math.sqrt` wants a real number, not array(float32, 1d, C) [ArgumentType]
    # CHECK-ERR:     a[i] = math.sqrt(a)
    # CHECK-ERR:                      ^
    # CHECK-ERR: help: `a` is a whole array: one element has an index for each dimension, as in `a[i]`
    a[i] = math.sqrt(a)
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:7: error: an index is an integer, not cuda.threadIdx [IndexType]
    # CHECK-ERR:     a[cuda.threadIdx] = 1
    # CHECK-ERR:       ^~~~~~~~~~~~~~
    # CHECK-ERR: help: its parts are `cuda.threadIdx.x`, `cuda.threadIdx.y` and `cuda.threadIdx.z`
    a[cuda.threadIdx] = 1
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:12: error: array(float32, 2d, C) has no method `size` [UnknownMethod]
    # CHECK-ERR:     a[i] = b.size(0)
    # CHECK-ERR:            ^~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:12: note: array(float32, 2d, C)
    # CHECK-ERR:     a[i] = b.size(0)
    # CHECK-ERR:            ~
    # CHECK-ERR: help: write `b.shape[0]`
    a[i] = b.size(0)
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:12: error: array(float32, 2d, C) has no method `dim` [UnknownMethod]
    # CHECK-ERR:     a[i] = b.dim()
    # CHECK-ERR:            ^~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:12: note: array(float32, 2d, C)
    # CHECK-ERR:     a[i] = b.dim()
    # CHECK-ERR:            ~
    # CHECK-ERR: help: write `b.ndim`
    a[i] = b.dim()
    # CHECK-ERR: fail_element_advice.py:[[@LINE+10]]:11: error: `+` does not exist for str and float32 [NoOperator]
    # CHECK-ERR:     print("x = " + a[0])
    # CHECK-ERR:           ^~~~~~~~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:11: note: str
    # CHECK-ERR:     print("x = " + a[0])
    # CHECK-ERR:           ~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:20: note: float32
    # CHECK-ERR:     print("x = " + a[0])
    # CHECK-ERR:                    ~~~~
    # CHECK-ERR: help: kernels do not compute with text; give `print` the values: `print("x =", x)`
    print("x = " + a[0])
    # CHECK-ERR: fail_element_advice.py:[[@LINE+10]]:8: error: `==` does not exist for int32 and str [NoOperator]
    # CHECK-ERR:     if n == "fast":
    # CHECK-ERR:        ^~~~~~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:8: note: int32
    # CHECK-ERR:     if n == "fast":
    # CHECK-ERR:        ~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:13: note: str
    # CHECK-ERR:     if n == "fast":
    # CHECK-ERR:             ~~~~~~
    # CHECK-ERR: help: a launch passes no text: give the choices numbers, and compare these
    if n == "fast":
        a[i] = 1
    # CHECK-ERR: fail_element_advice.py:[[@LINE+7]]:5: error: 2 indices for a 1d array [TooManyIndices]
    # CHECK-ERR:     a[i, n] = 1
    # CHECK-ERR:     ^~~~~~~
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:5: note: array(float32, 1d, C)
    # CHECK-ERR:     a[i, n] = 1
    # CHECK-ERR:     ~~~~~~~
    # CHECK-ERR: help: leave 1 of them away, or pass an array of 2 dimensions
    a[i, n] = 1
    # CHECK-ERR: fail_element_advice.py:[[@LINE+4]]:22: error: `math.sqrt` wants a real number, not array(float32, 1d, C) [ArgumentType]
    # CHECK-ERR:     a[i] = math.sqrt(b[i])
    # CHECK-ERR:                      ^~~~
    # CHECK-ERR: help: `b[i]` is a part of an array: one element has an index for each dimension, as in `b[i, j]`
    a[i] = math.sqrt(b[i])
