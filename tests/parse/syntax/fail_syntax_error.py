# RUN: kernelc check %s
def area(width, height):
    # CHECK-ERR: fail_syntax_error.py:[[@LINE+3]]:18: error: invalid syntax [SyntaxError]
    # CHECK-ERR:     return width height
    # CHECK-ERR:                  ^~~~~~
    return width height
