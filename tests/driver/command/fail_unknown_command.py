# RUN: kernelc frobnicate
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc` has no subcommand `frobnicate`; there are run, build, occupancy, cache, check, devices, explain, builtins, version (see `kernelc --help`)
