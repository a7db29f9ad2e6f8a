# RUN: kernelc devices --count 3
# CHECK-STATUS: 2
# CHECK-ERR: error: --count requires --watch (see `kernelc devices --help`)
