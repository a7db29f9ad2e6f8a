# RUN: kernelc check %s
import enum
from collections import namedtuple
from numba import cuda

class Mode(enum.IntEnum):
    REFLECT = 0
    PERIODIC = 1

class Physics:
    gamma = 1.0
    delta = 2.0

@cuda.jit("void(float32[::1])")
def k(a):
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+7]]:12: error: the class Mode has no attribute `PERIODC` [UnknownAttribute]
    # CHECK-ERR:     a[0] = Mode.PERIODC
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+4]]:12: note: the class Mode
    # CHECK-ERR:     a[0] = Mode.PERIODC
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: help: did you mean `PERIODIC`?
    a[0] = Mode.PERIODC
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+7]]:12: error: the class Physics has no attribute `gama` [UnknownAttribute]
    # CHECK-ERR:     a[1] = Physics.gama
    # CHECK-ERR:            ^~~~~~~~~~~~
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+4]]:12: note: the class Physics
    # CHECK-ERR:     a[1] = Physics.gama
    # CHECK-ERR:            ~~~~~~~
    # CHECK-ERR: help: did you mean `gamma`?
    a[1] = Physics.gama
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+7]]:12: error: the class Mode has no attribute `periodic` [UnknownAttribute]
    # CHECK-ERR:     a[2] = Mode.periodic
    # CHECK-ERR:            ^~~~~~~~~~~~~
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+4]]:12: note: the class Mode
    # CHECK-ERR:     a[2] = Mode.periodic
    # CHECK-ERR:            ~~~~
    # CHECK-ERR: help: did you mean `PERIODIC`?
    a[2] = Mode.periodic
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+6]]:12: error: the class Physics has no attribute `unrelated` [UnknownAttribute]
    # CHECK-ERR:     a[3] = Physics.unrelated
    # CHECK-ERR:            ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: fail_near_attribute.py:[[@LINE+3]]:12: note: the class Physics
    # CHECK-ERR:     a[3] = Physics.unrelated
    # CHECK-ERR:            ~~~~~~~
    a[3] = Physics.unrelated
