# RUN: kernelc check %s
# CHECK-ERR: fail_invalid_number.py:[[@LINE+3]]:8: error: invalid digit `2` in binary literal [InvalidNumber]
# CHECK-ERR: mask = 0b1021
# CHECK-ERR:        ^~~~~~
mask = 0b1021
