# RUN: kernelc check %s
def distance(x, y, x):
    return x * x + y * y
