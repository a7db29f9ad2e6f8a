# RUN: kernelc check %s
from kernelc import *

MIXED = (1, 2.5) * 300

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_unroll_limit.py:[[@LINE+4]]:14: error: a loop over 601 elements of several types is too long to be written out; 512 iterations at most, and fewer where its body is large [UnrollLimit]
    # CHECK-ERR:     for x in literal_unroll((a,) + MIXED):
    # CHECK-ERR:              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: make the loop's body a function, or the elements one type, for which the loop stays a loop
    for x in literal_unroll((a,) + MIXED):
        a[0] += 1
