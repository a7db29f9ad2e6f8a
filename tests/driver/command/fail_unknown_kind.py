# RUN: kernelc explain Nonsense
# CHECK-STATUS: 2
