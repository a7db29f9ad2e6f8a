# RUN: kernelc build %s
# CHECK-ERR: error: `fail_no_kernel.py` holds no kernel: decorate a function with `@kernel` or `@cuda.jit`, or name one with -k
def host():
    return 1
