# RUN: kernelc check %s
def clamp(x):
    if x < 0:
    return x
