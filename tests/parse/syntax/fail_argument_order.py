# RUN: kernelc check %s
values = 1.0
def scale(values, factor):
    return values * factor

scale(factor=2.0, values)
