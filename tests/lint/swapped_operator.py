# RUN: kernelc check %s
from numba import cuda

@cuda.jit("void(float32[::1], float32[::1])")
def typed(a, b):
    x = a[0]
    # CHECK-ERR: swapped_operator.py:[[@LINE+4]]:7: warning: `=+` assigns a number with a sign, and does not add [SwappedOperator]
    # CHECK-ERR:     x =+ b[0]
    # CHECK-ERR:       ^~
    # CHECK-ERR: help: write `x += b[0]`; where the sign is meant, `x = +b[0]`
    x =+ b[0]
    # CHECK-ERR: swapped_operator.py:[[@LINE+4]]:7: warning: `=-` assigns a number with a sign, and does not subtract [SwappedOperator]
    # CHECK-ERR:     x =- b[1]
    # CHECK-ERR:       ^~
    # CHECK-ERR: help: write `x -= b[1]`; where the sign is meant, `x = -b[1]`
    x =- b[1]
    a[0] = x
    # CHECK-ERR: swapped_operator.py:[[@LINE+4]]:10: warning: `=+` assigns a number with a sign, and does not add [SwappedOperator]
    # CHECK-ERR:     a[1] =+ b[0]
    # CHECK-ERR:          ^~
    # CHECK-ERR: help: write `a[1] += b[0]`; where the sign is meant, `a[1] = +b[0]`
    a[1] =+ b[0]

@cuda.jit
def untyped(a, b):
    # CHECK-ERR: swapped_operator.py:[[@LINE+4]]:10: warning: `=+` assigns a number with a sign, and does not add [SwappedOperator]
    # CHECK-ERR:     a[1] =+ b[0]
    # CHECK-ERR:          ^~
    # CHECK-ERR: help: write `a[1] += b[0]`; where the sign is meant, `a[1] = +b[0]`
    a[1] =+ b[0]

# Signs.
@cuda.jit("void(float32[::1])")
def right(a):
    x = +1
    y =-1
    z=-2
    w = - a[0]
    dx=+1
    # CHECK-ERR: swapped_operator.py:[[@LINE+6]]:12: warning: `+` of int64 and float32 is computed in float64, though no array in reach is that wide [Float64Creep]
    # CHECK-ERR:     a[0] = x + y + z + w + dx
    # CHECK-ERR:            ^~~~~~~~~~~~~
    # CHECK-ERR: help: write the constant as `np.float32(...)`, or use `--literals weak`
    # CHECK-ERR: note: swapped_operator.py: `untyped` has no types and was checked for syntax and names only
    # CHECK-ERR: help: give the types of the arguments, `kernelc check swapped_operator.py --sig 'untyped(float32[::1], float32[::1])'`, or write them in the decorator
    a[0] = x + y + z + w + dx
    a[1] = -a[1]
    a[2] = (- a[2])
