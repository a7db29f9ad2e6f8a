# RUN: kernelc build %s --max-register 4
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc build` has no option `--max-register`; did you mean `--max-registers`? (see `kernelc build --help`)
