# RUN: kernelc check %s
# CHECK-ERR: fail_unterminated_string.py:[[@LINE+3]]:8: error: unterminated string literal (detected at line 5) [UnterminatedString]
# CHECK-ERR: name = "vector
# CHECK-ERR:        ^
name = "vector
size = 1
