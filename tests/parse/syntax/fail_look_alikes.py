# RUN: kernelc check %s
def k(a):
    # CHECK-ERR: fail_look_alikes.py:[[@LINE+4]]:17: error: invalid character `−` (U+2212) [InvalidCharacter]
    # CHECK-ERR:     a[0] = a[0] − 1
    # CHECK-ERR:                 ^
    # CHECK-ERR: help: did you mean `-`?
    a[0] = a[0] − 1
    # CHECK-ERR: fail_look_alikes.py:[[@LINE+8]]:17: error: invalid character `×` (U+00D7) [InvalidCharacter]
    # CHECK-ERR:     a[1] = a[1] × ２
    # CHECK-ERR:                 ^
    # CHECK-ERR: help: did you mean `*`?
    # CHECK-ERR: fail_look_alikes.py:[[@LINE+4]]:19: error: invalid character `２` (U+FF12) [InvalidCharacter]
    # CHECK-ERR:     a[1] = a[1] × ２
    # CHECK-ERR:                   ^~
    # CHECK-ERR: help: did you mean `2`?
    a[1] = a[1] × ２
    # CHECK-ERR: fail_look_alikes.py:[[@LINE+4]]:12: error: invalid character `“` (U+201C) [InvalidCharacter]
    # CHECK-ERR:     a[2] = “x”
    # CHECK-ERR:            ^
    # CHECK-ERR: help: did you mean `"`?
    a[2] = “x”
    # CHECK-ERR: fail_look_alikes.py:[[@LINE+8]]:16: error: invalid character `²` (U+00B2) [InvalidCharacter]
    # CHECK-ERR:     a[3] = a[3]² ​+ 1
    # CHECK-ERR:                ^
    # CHECK-ERR: help: did you mean `**2`?
    # CHECK-ERR: fail_look_alikes.py:[[@LINE+4]]:18: error: invalid non-printable character U+200B [InvalidCharacter]
    # CHECK-ERR:     a[3] = a[3]² ​+ 1
    # CHECK-ERR:                  ^
    # CHECK-ERR: help: delete it
    a[3] = a[3]² ​+ 1
