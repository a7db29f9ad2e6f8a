# RUN: kernelc run --help
