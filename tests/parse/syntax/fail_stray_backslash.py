# RUN: kernelc check %s
# CHECK-ERR: fail_stray_backslash.py:[[@LINE+3]]:13: error: unexpected character after line continuation character [StrayBackslash]
# CHECK-ERR: total = 1 + \ 2
# CHECK-ERR:             ^
total = 1 + \ 2
