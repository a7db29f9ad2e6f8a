# RUN: kernelc check %s
from numba import cuda

@cuda.jit(device=True)
def f(x):
    y = x * 2

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:12: error: `^` does not exist for float32 and int64 [NoOperator]
    # CHECK-ERR:     a[0] = a[0] ^ 2
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: a power is written `**`
    a[0] = a[0] ^ 2
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:12: error: cannot store None in an array of float32 [StoreType]
    # CHECK-ERR:     a[1] = f(a[0])
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: help: `f` gives no value: a function gives one with `return`
    a[1] = f(a[0])
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+10]]:12: error: `+` does not exist for None and int64 [NoOperator]
    # CHECK-ERR:     a[2] = f(a[0]) + 1
    # CHECK-ERR:            ^~~~~~~~~~~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+7]]:12: note: None
    # CHECK-ERR:     a[2] = f(a[0]) + 1
    # CHECK-ERR:            ~~~~~~~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:22: note: int64
    # CHECK-ERR:     a[2] = f(a[0]) + 1
    # CHECK-ERR:                      ~
    # CHECK-ERR: help: `f` gives no value: a function gives one with `return`
    a[2] = f(a[0]) + 1
    place = cuda.grid(2)
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+13]]:8: error: `<` does not exist for (int64, int64) and int64 [NoOperator]
    # CHECK-ERR:     if place < a.size:
    # CHECK-ERR:        ^~~~~~~~~~~~~~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+10]]:8: note: (int64, int64)
    # CHECK-ERR:     if place < a.size:
    # CHECK-ERR:        ~~~~~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+7]]:16: note: int64
    # CHECK-ERR:     if place < a.size:
    # CHECK-ERR:                ~~~~~~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE-10]]:5: note: `place` is (int64, int64) because of this
    # CHECK-ERR:     place = cuda.grid(2)
    # CHECK-ERR:     ~~~~~
    # CHECK-ERR: help: `place` is a tuple; its elements are `place[0]` and so on
    if place < a.size:
        # CHECK-ERR: fail_operand_advice.py:[[@LINE+10]]:16: error: `+` does not exist for cuda.threadIdx and int64 [NoOperator]
        # CHECK-ERR:         a[3] = cuda.threadIdx + 1
        # CHECK-ERR:                ^~~~~~~~~~~~~~~~~~
        # CHECK-ERR: fail_operand_advice.py:[[@LINE+7]]:16: note: cuda.threadIdx
        # CHECK-ERR:         a[3] = cuda.threadIdx + 1
        # CHECK-ERR:                ~~~~~~~~~~~~~~
        # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:33: note: int64
        # CHECK-ERR:         a[3] = cuda.threadIdx + 1
        # CHECK-ERR:                                 ~
        # CHECK-ERR: help: its parts are `cuda.threadIdx.x`, `cuda.threadIdx.y` and `cuda.threadIdx.z`
        a[3] = cuda.threadIdx + 1
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+10]]:8: error: `<` does not exist for int64 and (int64,) [NoOperator]
    # CHECK-ERR:     if 3 < a.shape:
    # CHECK-ERR:        ^~~~~~~~~~~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+7]]:8: note: int64
    # CHECK-ERR:     if 3 < a.shape:
    # CHECK-ERR:        ~
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:12: note: (int64,)
    # CHECK-ERR:     if 3 < a.shape:
    # CHECK-ERR:            ~~~~~~~
    # CHECK-ERR: help: write one of its elements: `a.shape[0]`
    if 3 < a.shape:
        return
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:12: error: cannot unpack int64 [CannotUnpack]
    # CHECK-ERR:     i, j = cuda.grid(1)
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: help: write `cuda.grid(2)`
    i, j = cuda.grid(1)
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:12: error: cannot unpack int64 [CannotUnpack]
    # CHECK-ERR:     x, y = 3
    # CHECK-ERR:            ^
    # CHECK-ERR: help: it is one number: give it to one name
    x, y = 3
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:20: error: `range` wants an integer, not (int64,) [ArgumentType]
    # CHECK-ERR:     for q in range(a.shape):
    # CHECK-ERR:                    ^~~~~~~
    # CHECK-ERR: help: write one of its elements: `a.shape[0]`
    for q in range(a.shape):
        return
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:20: error: `range` wants an integer, not array(float32, 1d, C) [ArgumentType]
    # CHECK-ERR:     for q in range(a):
    # CHECK-ERR:                    ^
    # CHECK-ERR: help: its length is `len(a)`
    for q in range(a):
        return
    # CHECK-ERR: fail_operand_advice.py:[[@LINE+4]]:24: error: `len` wants an array or tuple, not int64 [ArgumentType]
    # CHECK-ERR:     for q in range(len(4)):
    # CHECK-ERR:                        ^
    # CHECK-ERR: help: it is a number already: write `4`
    for q in range(len(4)):
        return
