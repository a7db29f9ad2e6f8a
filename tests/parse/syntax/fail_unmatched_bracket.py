# RUN: kernelc check %s
# CHECK-ERR: fail_unmatched_bracket.py:[[@LINE+3]]:14: error: unmatched `)` [UnmatchedBracket]
# CHECK-ERR: x = max(1, 2))
# CHECK-ERR:              ^
x = max(1, 2))
