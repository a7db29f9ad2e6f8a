# RUN: kernelc check %s
total = 1 + \ 2
