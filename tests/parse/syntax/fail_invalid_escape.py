# RUN: kernelc check %s
path = "C:\users\kernels"
