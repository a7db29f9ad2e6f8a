# RUN: kernelc check %s
name = "vector
size = 1
