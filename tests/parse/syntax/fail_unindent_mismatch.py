# RUN: kernelc check %s
def f(x):
        if x > 0:
            return x
      return 0
