# RUN: kernelc check %s
# CHECK-ERR: note: functions_of_the_processor.py: `distance`, `first`, `same` have no types and were checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check functions_of_the_processor.py --sig 'distance(float32[::1], float32[::1])'`, or write them in the decorator
import numpy as np
from numba import guvectorize, njit, vectorize


def numba_guvectorize(*args, **kwargs):
    def wrap(f):
        return guvectorize(*args, nopython=True, **kwargs)(f)
    return wrap


# The processor may allocate: these are no kernels of the program.
@numba_guvectorize(["void(float64[:], float64[:])"], "(n)->()")
def distance(x, out):
    t = np.zeros(3)
    t[0] = x[0]
    out[0] = t[0]


@guvectorize(["void(float64[:], float64[:])"], "(n)->()", target="parallel")
def first(x, out):
    out[0] = np.zeros(3)[0] + x[0]


@vectorize(["float64(float64)"])
def same(x):
    return np.zeros(1)[0] + x


@njit
def zeros():
    return np.zeros(3)
