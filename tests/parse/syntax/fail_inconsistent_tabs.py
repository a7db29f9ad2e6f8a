# RUN: kernelc check %s
def first(x):
        y = x
	return y
