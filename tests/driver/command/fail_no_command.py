# RUN: kernelc 
# CHECK-STATUS: 2
