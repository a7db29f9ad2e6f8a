# RUN: kernelc check %s
from numba import cuda, int32

# CHECK-ERR: fail_kernel_result.py:[[@LINE+4]]:11: error: bad signature: it returns int32, and a kernel returns nothing [BadSignature]
# CHECK-ERR: @cuda.jit("int32(int32[:])")
# CHECK-ERR:           ^~~~~~~~~~~~~~~~~
# CHECK-ERR: help: write `void(...)`, and pass an array for the result; a device function has device=True
@cuda.jit("int32(int32[:])")
def named(a):
    a[0] = 1

# CHECK-ERR: fail_kernel_result.py:[[@LINE+4]]:25: error: bad signature: it returns int32, and a kernel returns nothing [BadSignature]
# CHECK-ERR: @cuda.jit([(int32[:],), int32(int32[:])])
# CHECK-ERR:                         ^~~~~~~~~~~~~~~
# CHECK-ERR: help: write `void(...)`, and pass an array for the result; a device function has device=True
@cuda.jit([(int32[:],), int32(int32[:])])
def typed(a):
    a[0] = 1

# CHECK-ERR: fail_kernel_result.py:[[@LINE+4]]:21: error: bad signature: it returns int32, and a kernel returns nothing [BadSignature]
# CHECK-ERR: @cuda.jit(signature="int32(int32[:])")
# CHECK-ERR:                     ^~~~~~~~~~~~~~~~~
# CHECK-ERR: help: write `void(...)`, and pass an array for the result; a device function has device=True
@cuda.jit(signature="int32(int32[:])")
def by_keyword(a):
    a[0] = 1

@cuda.jit("int32(int32)", device=True)
def twice(a):
    return 2 * a
