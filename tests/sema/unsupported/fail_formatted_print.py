# RUN: kernelc build %s -k k --emit kir
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_formatted_print.py:[[@LINE+4]]:11: error: kernels cannot format text [FormattedPrint]
    # CHECK-ERR:     print("a = %f" % a[0])
    # CHECK-ERR:           ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: give the pieces as arguments: `print("x =", x)`
    print("a = %f" % a[0])
    # CHECK-ERR: fail_formatted_print.py:[[@LINE+4]]:11: error: kernels cannot format text [FormattedPrint]
    # CHECK-ERR:     print(f"{a[0]}")
    # CHECK-ERR:           ^~~~~~~~~
    # CHECK-ERR: help: give the pieces as arguments: `print("x =", x)`
    print(f"{a[0]}")
    # CHECK-ERR: fail_formatted_print.py:[[@LINE+4]]:11: error: kernels cannot format text [FormattedPrint]
    # CHECK-ERR:     print("a = {}".format(a[0]))
    # CHECK-ERR:           ^~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: give the pieces as arguments: `print("x =", x)`
    print("a = {}".format(a[0]))
