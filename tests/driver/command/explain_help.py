# RUN: kernelc explain --help
