# RUN: kernelc builtins nonsense
# CHECK-STATUS: 2
