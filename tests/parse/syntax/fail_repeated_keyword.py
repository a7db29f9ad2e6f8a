# RUN: kernelc check %s
def scale(x, factor=1.0):
    return x * factor

# CHECK-ERR: fail_repeated_keyword.py:[[@LINE+3]]:28: error: keyword argument repeated: `factor` [RepeatedKeyword]
# CHECK-ERR: y = scale(1.0, factor=2.0, factor=3.0)
# CHECK-ERR:                            ^~~~~~~~~~
y = scale(1.0, factor=2.0, factor=3.0)
