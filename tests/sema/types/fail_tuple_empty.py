# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: int32[:]):
    nothing = ()
    # CHECK-ERR: fail_tuple_empty.py:[[@LINE+3]]:12: error: index of type int32 is outside of a tuple of 0 elements [TupleRange]
    # CHECK-ERR:     a[0] = nothing[a[1]]
    # CHECK-ERR:            ^~~~~~~~~~~~~
    a[0] = nothing[a[1]]
