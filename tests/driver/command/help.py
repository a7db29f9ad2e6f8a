# RUN: kernelc --help
