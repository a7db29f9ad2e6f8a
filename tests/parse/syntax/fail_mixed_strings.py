# RUN: kernelc check %s
# CHECK-ERR: fail_mixed_strings.py:[[@LINE+3]]:10: error: cannot mix bytes and nonbytes literals [MixedStrings]
# CHECK-ERR: header = "P6 " b"640"
# CHECK-ERR:          ^~~~~~~~~~~~
header = "P6 " b"640"
