# RUN: kernelc check %s
x = 1
    # CHECK-ERR: fail_unexpected_indent.py:[[@LINE+3]]:1: error: unexpected indent [UnexpectedIndent]
    # CHECK-ERR:     y = 2
    # CHECK-ERR: ^~~~
    y = 2
