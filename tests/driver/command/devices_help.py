# RUN: kernelc devices --help
# CHECK: Show every device and its properties
# CHECK: Usage: kernelc devices [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Example:
# CHECK:   kernelc devices
