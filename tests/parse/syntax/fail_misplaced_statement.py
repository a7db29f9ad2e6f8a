# RUN: kernelc check %s
total = 0
return total
