# RUN: kernelc devices --watch 0.001
# CHECK-STATUS: 2
# CHECK-ERR: error: --watch: `0.001` is no number of seconds from 0.1 to 86400 (see `kernelc devices --help`)
