# RUN: kernelc cache
# CHECK-STATUS: 2
# CHECK-ERR: error: A subcommand is required (see `kernelc --help`)
