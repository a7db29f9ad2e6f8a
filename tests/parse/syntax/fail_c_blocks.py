# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a, n):
    # CHECK-ERR: fail_c_blocks.py:[[@LINE+4]]:16: error: invalid syntax: a block has no braces [SyntaxError]
    # CHECK-ERR:     if (n > 0) {
    # CHECK-ERR:                ^
    # CHECK-ERR: help: a block begins with `:` and is indented
    if (n > 0) {
        a[0] = 1;
    } else {
        a[0] = 2;
    }
    # CHECK-ERR: fail_c_blocks.py:[[@LINE+4]]:20: error: invalid syntax: a block has no braces [SyntaxError]
    # CHECK-ERR:     while (n > 1): {
    # CHECK-ERR:                    ^
    # CHECK-ERR: help: a block begins with `:` and is indented
    while (n > 1): {
        a[0] = 1
    }
    a[1] = 3
    # CHECK-ERR: fail_c_blocks.py:[[@LINE+4]]:5: error: unmatched `}` [UnmatchedBracket]
    # CHECK-ERR:     }
    # CHECK-ERR:     ^
    # CHECK-ERR: help: a block ends where its indentation ends; it has no braces
    }

@cuda.jit
# CHECK-ERR: fail_c_blocks.py:[[@LINE+4]]:18: error: invalid syntax: a block has no braces [SyntaxError]
# CHECK-ERR: def braces(a, n) {
# CHECK-ERR:                  ^
# CHECK-ERR: help: a block begins with `:` and is indented
def braces(a, n) {
    a[0] = 1
}
