# RUN: kernelc build %s --frobnicate
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc build` has no option `--frobnicate` (see `kernelc build --help`)
