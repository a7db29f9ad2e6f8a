# RUN: kernelc check %s
x = 1
    y = 2
