# RUN: kernelc build --help
