# RUN: kernelc cache --size 3
# CHECK-STATUS: 2
# CHECK-ERR: error: `kernelc cache` has no option `--size`; it is an option of `kernelc cache prune` (see `kernelc cache --help`)
