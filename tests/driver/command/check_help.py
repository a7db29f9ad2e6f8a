# RUN: kernelc check --help
