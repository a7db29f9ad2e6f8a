# RUN: kernelc check %s
# CHECK-ERR: note: names_of_unknown_texts.py: kernels use names that line 10 may define, in a way that is not followed
# CHECK-ERR: help: define them by statements of the file, and their uses are checked
# CHECK-ERR: note: names_of_unknown_texts.py: `k` has no types and was checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check names_of_unknown_texts.py --sig 'k(float32[::1])'`, or write them in the decorator
from numba import cuda


def define(text):
    exec(text, globals())


define(input())


@cuda.jit
def k(out):
    out[0] = scale * shift(out[1])
