# RUN: kernelc check %s
x = max(1, 2))
