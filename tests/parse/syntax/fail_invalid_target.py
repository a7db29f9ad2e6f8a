# RUN: kernelc check %s
def same(a, b):
    a + 1 = b
