# RUN: kernelc devices --help
# CHECK: Show every device and its properties, or with --watch what it does
# CHECK: Usage: kernelc devices [OPTIONS]
# CHECK:
# CHECK: Options:
# CHECK:   -h,--help                   Print this help message and exit
# CHECK:   --watch [SECONDS]           Show load, memory, temperature, power and clock every so many seconds (default 1)
# CHECK:   --count N Needs: --watch    With --watch, end after so many times
# CHECK:
# CHECK: Example:
# CHECK:   kernelc devices
# CHECK:   kernelc devices --watch 0.5
# CHECK:   kernelc devices --watch --count 1
# CHECK:
# CHECK: What is watched is of all processes. A table on a terminal is written over; elsewhere there is a line for each
# CHECK: device and time. A figure that a device does not have is `-`, and why is said once, on stderr. Ctrl-C ends it.
