# RUN: kernelc check %s
values = 1.0
def scale(values, factor):
    return values * factor

# CHECK-ERR: fail_argument_order.py:[[@LINE+3]]:19: error: positional argument follows keyword argument [ArgumentOrder]
# CHECK-ERR: scale(factor=2.0, values)
# CHECK-ERR:                   ^~~~~~
scale(factor=2.0, values)
