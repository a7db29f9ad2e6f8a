# RUN: kernelc check --diagnostics=json %s
# CHECK-ERR: {
# CHECK-ERR:   "version": 1,
# CHECK-ERR:   "errors": 0,
# CHECK-ERR:   "warnings": 0,
# CHECK-ERR:   "diagnostics": [],
# CHECK-ERR:   "failures": [],
# CHECK-ERR:   "remarks": [
# CHECK-ERR:     {
# CHECK-ERR:       "message": "remark_json.py: `k` has no types and was checked for syntax and names only",
# CHECK-ERR:       "help": "give the types of the arguments, `kernelc check remark_json.py --sig 'k(float32[::1])'`, or write them in the decorator"
# CHECK-ERR:     }
# CHECK-ERR:   ]
# CHECK-ERR: }
from numba import cuda


@cuda.jit
def k(a):
    a[0] = 1
