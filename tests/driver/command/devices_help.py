# RUN: kernelc devices --help
