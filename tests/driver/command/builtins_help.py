# RUN: kernelc builtins --help
