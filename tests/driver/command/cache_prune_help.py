# RUN: kernelc cache prune --help
# CHECK: Remove the least recently used entries beyond the limit
# CHECK: Usage: kernelc cache prune [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --size SIZE                 Keep this much instead of the limit: bytes, or 500M, 2G
# CHECK:
# CHECK: Example:
# CHECK:   kernelc cache prune
