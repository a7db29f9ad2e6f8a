# RUN: kernelc cache
# CHECK-STATUS: 2
# CHECK-ERR: error: a subcommand of `kernelc cache` is required: info, verify, prune, clear (see `kernelc cache --help`)
