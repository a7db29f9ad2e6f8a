# RUN: kernelc check %s
price = 5 $
