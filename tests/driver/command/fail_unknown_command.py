# RUN: kernelc frobnicate
# CHECK-STATUS: 2
# CHECK-ERR: error: A subcommand is required (see `kernelc --help`)
