# RUN: kernelc check %s
# CHECK-ERR: fail_invalid_escape.py:[[@LINE+3]]:11: error: truncated `\uXXXX` escape [InvalidEscape]
# CHECK-ERR: path = "C:\users\kernels"
# CHECK-ERR:           ^~
path = "C:\users\kernels"
