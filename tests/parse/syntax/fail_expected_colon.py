# RUN: kernelc check %s
# CHECK-ERR: fail_expected_colon.py:[[@LINE+3]]:13: error: expected `:` [ExpectedColon]
# CHECK-ERR: def clamp(x)
# CHECK-ERR:             ^
def clamp(x)
    return max(x, 0)
