# RUN: kernelc explain --help
# CHECK: Explain one kind of diagnostic
# CHECK: Usage: kernelc explain [OPTIONS] [KIND]
# CHECK:
# CHECK: Positionals:
# CHECK:   KIND TEXT                   The word in brackets at the end of a message
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Example:
# CHECK:   kernelc explain UnknownName
