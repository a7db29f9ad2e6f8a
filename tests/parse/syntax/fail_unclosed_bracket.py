# RUN: kernelc check %s
# CHECK-ERR: fail_unclosed_bracket.py:[[@LINE+3]]:8: error: `(` was never closed [UnclosedBracket]
# CHECK-ERR: x = max(1, min(2, 3)
# CHECK-ERR:        ^
x = max(1, min(2, 3)
y = 4
