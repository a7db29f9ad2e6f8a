# RUN: kernelc --diagnostics=json check %s
# CHECK-ERR: {
# CHECK-ERR:   "version": 1,
# CHECK-ERR:   "errors": 1,
# CHECK-ERR:   "warnings": 0,
# CHECK-ERR:   "diagnostics": [
# CHECK-ERR:     {
# CHECK-ERR:       "kind": "UnknownName",
# CHECK-ERR:       "severity": "error",
# CHECK-ERR:       "message": "name `missing` is not defined",
# CHECK-ERR:       "location": {
# CHECK-ERR:         "file": "fail_json.py",
# CHECK-ERR:         "line": 32,
# CHECK-ERR:         "column": 12,
# CHECK-ERR:         "end_line": 32,
# CHECK-ERR:         "end_column": 19,
# CHECK-ERR:         "offset": 967,
# CHECK-ERR:         "end_offset": 974
# CHECK-ERR:       },
# CHECK-ERR:       "labels": [],
# CHECK-ERR:       "notes": [],
# CHECK-ERR:       "help": "define it in the file, or make it a parameter"
# CHECK-ERR:     }
# CHECK-ERR:   ],
# CHECK-ERR:   "failures": [],
# CHECK-ERR:   "remarks": []
# CHECK-ERR: }
from numba import cuda

@cuda.jit
def k(a):
    a[0] = missing
