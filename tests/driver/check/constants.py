# RUN: kernelc check --constants %s
# RUN: kernelc check --constants --diagnostics json --define TILE=8 %s
from numba import cuda, float32
import weights

TILE = 16
AREA = TILE * TILE
WEIGHTS = weights.load()


class Config:
    steps = [1, 2, 3]


def make(n):
    scale = n * 2

    @cuda.jit
    def inner(a):
        a[0] = scale

    return inner


@cuda.jit(device=True)
def helper(x):
    # CHECK-ERR: constants.py:[[@LINE+37]]:12: warning: `*` of float32 and int64 is computed in float64, though no array in reach is that wide [Float64Creep]
    # CHECK-ERR:     return x * AREA
    # CHECK-ERR:            ^~~~~~~~
    # CHECK-ERR: help: write the constant as `np.float32(...)`, or use `--literals weak`
    # CHECK-ERR: note: constants.py: `make.inner`, `double`, `triple` have no types and were checked for syntax and names only
    # CHECK-ERR: help: give the types of the arguments, `kernelc check constants.py --sig 'make.inner(float32[::1])'`, or write them in the decorator
    # CHECK-ERR: {
    # CHECK-ERR:   "version": 1,
    # CHECK-ERR:   "errors": 0,
    # CHECK-ERR:   "warnings": 1,
    # CHECK-ERR:   "diagnostics": [
    # CHECK-ERR:     {
    # CHECK-ERR:       "kind": "Float64Creep",
    # CHECK-ERR:       "severity": "warning",
    # CHECK-ERR:       "message": "`*` of float32 and int64 is computed in float64, though no array in reach is that wide",
    # CHECK-ERR:       "location": {
    # CHECK-ERR:         "file": "constants.py",
    # CHECK-ERR:         "line": 64,
    # CHECK-ERR:         "column": 12,
    # CHECK-ERR:         "end_line": 64,
    # CHECK-ERR:         "end_column": 20,
    # CHECK-ERR:         "offset": 2423,
    # CHECK-ERR:         "end_offset": 2431
    # CHECK-ERR:       },
    # CHECK-ERR:       "labels": [],
    # CHECK-ERR:       "notes": [],
    # CHECK-ERR:       "help": "write the constant as `np.float32(...)`, or use `--literals weak`"
    # CHECK-ERR:     }
    # CHECK-ERR:   ],
    # CHECK-ERR:   "failures": [],
    # CHECK-ERR:   "remarks": [
    # CHECK-ERR:     {
    # CHECK-ERR:       "message": "constants.py: `make.inner`, `double`, `triple` have no types and were checked for syntax and names only",
    # CHECK-ERR:       "help": "give the types of the arguments, `kernelc check constants.py --sig 'make.inner(float32[::1])'`, or write them in the decorator"
    # CHECK-ERR:     }
    # CHECK-ERR:   ]
    # CHECK-ERR: }
    return x * AREA


@cuda.jit("void(float32[::1])")
def blur(a):
    i = cuda.grid(1)
    if i < TILE:
        a[i] = helper(a[i])


double, triple = make(2), make(3)
blur[1, TILE](None)
TILE = 32
# CHECK: helper  (constants.py:26)
# CHECK:   AREA = 256  (constants.py:7)
# CHECK: blur  (constants.py:68)
# CHECK:   TILE = 16  (constants.py:6)
# CHECK:   AREA = 256  (constants.py:7)
# CHECK: make.<locals>.inner  (constants.py:19)
# CHECK:   scale = 4  (constants.py:19)
# CHECK: make.<locals>.inner  (constants.py:19)
# CHECK:   scale = 6  (constants.py:19)
# CHECK: {"file":"constants.py","kernels":[{"kernel":"helper","line":26,"constants":[{"name":"AREA","value":"64","file":"constants.py","line":7}]},{"kernel":"blur","line":68,"constants":[{"name":"TILE","value":"8","file":"constants.py","line":6},{"name":"AREA","value":"64","file":"constants.py","line":7}]},{"kernel":"make.<locals>.inner","line":19,"constants":[{"name":"scale","value":"4","file":"constants.py","line":19}]},{"kernel":"make.<locals>.inner","line":19,"constants":[{"name":"scale","value":"6","file":"constants.py","line":19}]}]}
