# RUN: kernelc check %s
def clamp(x)
    return max(x, 0)
