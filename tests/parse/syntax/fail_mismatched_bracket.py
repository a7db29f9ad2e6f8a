# RUN: kernelc check %s
x = (1, [2, 3)]
