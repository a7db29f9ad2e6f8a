# RUN: kernelc build %s --frobnicate
# CHECK-STATUS: 2
