# RUN: kernelc cache verify --help
# CHECK: Read every entry, and remove those that are damaged
# CHECK: Usage: kernelc cache verify [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Example:
# CHECK:   kernelc cache verify
