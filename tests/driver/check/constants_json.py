# RUN: kernelc check --constants --diagnostics json --define TILE=8 %s
# CHECK-ERR: {
# CHECK-ERR:   "version": 1,
# CHECK-ERR:   "errors": 0,
# CHECK-ERR:   "warnings": 0,
# CHECK-ERR:   "diagnostics": [],
# CHECK-ERR:   "failures": [],
# CHECK-ERR:   "remarks": []
# CHECK-ERR: }
from numba import cuda

TILE = 16
AREA = TILE * TILE


@cuda.jit("void(int64[::1])")
def blur(a):
    a[0] = TILE + AREA
# CHECK: {"file":"constants_json.py","kernels":[{"kernel":"blur","line":17,"constants":[{"name":"TILE","value":"8","file":"constants_json.py","line":12},{"name":"AREA","value":"64","file":"constants_json.py","line":13}]}]}
