# RUN: kernelc check %s
def same(a, b):
    # CHECK-ERR: fail_invalid_target.py:[[@LINE+4]]:5: error: cannot assign to expression [InvalidTarget]
    # CHECK-ERR:     a + 1 = b
    # CHECK-ERR:     ^~~~~
    # CHECK-ERR: help: use `==` to compare
    a + 1 = b
