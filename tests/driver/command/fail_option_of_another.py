# RUN: kernelc build %s --grid 4
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc build` has no option `--grid`; it is an option of `kernelc run` (see `kernelc build --help`)
