# RUN: kernelc check %s
# CHECK-ERR: fail_invalid_character.py:[[@LINE+3]]:11: error: invalid character `$` [InvalidCharacter]
# CHECK-ERR: price = 5 $
# CHECK-ERR:           ^
price = 5 $
