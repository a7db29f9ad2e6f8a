# RUN: kernelc run %s -Q
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc run` has no option `-Q` (see `kernelc run --help`)
