# RUN: kernelc check %s
mask = 0b1021
