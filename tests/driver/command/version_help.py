# RUN: kernelc version --help
# CHECK: Show the version, LLVM, targets and libraries found
# CHECK: Usage: kernelc version [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Example:
# CHECK:   kernelc version
