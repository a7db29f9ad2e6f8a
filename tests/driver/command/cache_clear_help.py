# RUN: kernelc cache clear --help
# CHECK: Remove every entry
# CHECK: Usage: kernelc cache clear [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Example:
# CHECK:   kernelc cache clear
