# RUN: kernelc cache info --help
# CHECK: Show where it is and what it holds
# CHECK: Usage: kernelc cache info [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Example:
# CHECK:   kernelc cache info
