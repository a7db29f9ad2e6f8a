# RUN: kernelc build %s
def host():
    return 1
