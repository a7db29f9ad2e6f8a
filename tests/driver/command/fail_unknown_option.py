# RUN: kernelc build %s --frobnicate
# CHECK-STATUS: 2
# CHECK-ERR: error: The following argument was not expected: --frobnicate (see `kernelc --help`)
