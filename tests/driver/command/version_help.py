# RUN: kernelc version --help
