# RUN: kernelc check %s
def scale(x, factor=1.0):
    return x * factor

y = scale(1.0, factor=2.0, factor=3.0)
