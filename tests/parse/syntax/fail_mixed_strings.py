# RUN: kernelc check %s
header = "P6 " b"640"
