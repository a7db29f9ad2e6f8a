# RUN: kernelc check %s
x = max(1, min(2, 3)
y = 4
