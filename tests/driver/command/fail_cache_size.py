# RUN: kernelc cache prune --size much
# CHECK-STATUS: 2
# CHECK-ERR: error: --size much: write bytes, or a number with K, M, G or T, as in 500M
