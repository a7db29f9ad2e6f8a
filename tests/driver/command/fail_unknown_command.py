# RUN: kernelc frobnicate
# CHECK-STATUS: 2
