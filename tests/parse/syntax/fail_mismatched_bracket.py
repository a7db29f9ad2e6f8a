# RUN: kernelc check %s
# CHECK-ERR: fail_mismatched_bracket.py:[[@LINE+12]]:14: error: closing `)` does not match opening `[` [MismatchedBracket]
# CHECK-ERR: x = (1, [2, 3)]
# CHECK-ERR:              ^
# CHECK-ERR: fail_mismatched_bracket.py:[[@LINE+9]]:9: note: `[` was opened here
# CHECK-ERR: x = (1, [2, 3)]
# CHECK-ERR:         ~
# CHECK-ERR: fail_mismatched_bracket.py:[[@LINE+6]]:15: error: closing `]` does not match opening `(` [MismatchedBracket]
# CHECK-ERR: x = (1, [2, 3)]
# CHECK-ERR:               ^
# CHECK-ERR: fail_mismatched_bracket.py:[[@LINE+3]]:5: note: `(` was opened here
# CHECK-ERR: x = (1, [2, 3)]
# CHECK-ERR:     ~
x = (1, [2, 3)]
