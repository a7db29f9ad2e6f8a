# RUN: kernelc cache prnue
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc cache` has no subcommand `prnue`; did you mean `prune`? (see `kernelc cache --help`)
