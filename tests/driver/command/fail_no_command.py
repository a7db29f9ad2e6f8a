# RUN: kernelc 
# CHECK-STATUS: 2
# CHECK-ERR: error: a subcommand of `kernelc` is required: run, build, occupancy, cache, check, devices, explain, builtins, version (see `kernelc --help`)
