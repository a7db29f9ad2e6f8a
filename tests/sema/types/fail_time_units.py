# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(timedelta64[M], timedelta64[D], timedelta64[D][:])")
def k(start, step, out):
    # CHECK-ERR: fail_time_units.py:[[@LINE+4]]:14: error: cannot combine timedelta64[M] and timedelta64[D] [TimeUnits]
    # CHECK-ERR:     out[0] = start + step
    # CHECK-ERR:              ^~~~~~~~~~~~
    # CHECK-ERR: help: months and years have no fixed length; convert on the host
    out[0] = start + step
