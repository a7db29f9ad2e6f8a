# RUN: kernelc check %s
x = 1
    # CHECK-ERR: fail_unexpected_indent.py:[[@LINE+4]]:1: error: unexpected indent [UnexpectedIndent]
    # CHECK-ERR:     y = 2
    # CHECK-ERR: ^~~~
    # CHECK-ERR: help: begin it in the column of the line before
    y = 2
