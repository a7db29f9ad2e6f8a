# RUN: kernelc devices --watch --count 0
# CHECK-STATUS: 2
# CHECK-ERR: error: --count: `0` is no whole number from 1 to 2147483647 (see `kernelc devices --help`)
