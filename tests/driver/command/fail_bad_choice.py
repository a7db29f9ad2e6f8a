# RUN: kernelc build %s --emit nonsense
# CHECK-STATUS: 2
