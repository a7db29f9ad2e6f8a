# RUN: kernelc rnu
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc` has no subcommand `rnu`; did you mean `run`? (see `kernelc --help`)
