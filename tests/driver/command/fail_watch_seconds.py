# RUN: kernelc devices --watch never
# CHECK-STATUS: 2
# CHECK-ERR: error: --watch: `never` is no number of seconds from 0.1 to 86400 (see `kernelc devices --help`)
