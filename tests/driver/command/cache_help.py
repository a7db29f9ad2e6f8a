# RUN: kernelc cache --help
# CHECK: Look at the disk cache, and clean it
# CHECK: Usage: kernelc cache [OPTIONS] SUBCOMMAND
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:
# CHECK: Subcommands:
# CHECK:   info                        Show where it is and what it holds
# CHECK:   verify                      Read every entry, and remove those that are damaged
# CHECK:   prune                       Remove the least recently used entries beyond the limit
# CHECK:   clear                       Remove every entry
# CHECK:
# CHECK: Example:
# CHECK:   kernelc cache info
# CHECK:
# CHECK: KERNELC_CACHE_DIR is its folder (default: $XDG_CACHE_HOME/kernelc, ~/.cache/kernelc),
# CHECK: KERNELC_CACHE_SIZE its limit (default 1G, 0 for none), and KERNELC_CACHE=0 switches it off.
