# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a):
    # CHECK-ERR: fail_c_syntax.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     int i = cuda.grid(1)
    # CHECK-ERR:     ^~~
    # CHECK-ERR: help: write `i = cuda.grid(1)`
    int i = cuda.grid(1)
    # CHECK-ERR: fail_c_syntax.py:[[@LINE+8]]:12: error: invalid decimal literal [InvalidNumber]
    # CHECK-ERR:     a[i] = 1.0f + 0xFFULL
    # CHECK-ERR:            ^~~~
    # CHECK-ERR: help: numbers have no suffix: write `1.0`
    # CHECK-ERR: fail_c_syntax.py:[[@LINE+4]]:19: error: invalid hexadecimal literal [InvalidNumber]
    # CHECK-ERR:     a[i] = 1.0f + 0xFFULL
    # CHECK-ERR:                   ^~~~~~~
    # CHECK-ERR: help: numbers have no suffix: write `0xFF`
    a[i] = 1.0f + 0xFFULL
    # CHECK-ERR: fail_c_syntax.py:[[@LINE+4]]:18: error: invalid character `?` [InvalidCharacter]
    # CHECK-ERR:     a[i] = i > 0 ? 1 : 0
    # CHECK-ERR:                  ^
    # CHECK-ERR: help: a choice is written `x if condition else y`
    a[i] = i > 0 ? 1 : 0
    # CHECK-ERR: fail_c_syntax.py:[[@LINE+3]]:16: error: `{` was never closed [UnclosedBracket]
    # CHECK-ERR:     if (i > 0) {
    # CHECK-ERR:                ^
    if (i > 0) {
        a[i] = 1
