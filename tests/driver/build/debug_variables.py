# RUN: kernelc build %s -k k --sig "float32[::1], int64" --emit llvm --target sm_90 -g -O0
from numba import cuda

@cuda.jit
def k(a, n):
    # CHECK-SUBSET: !DILocalVariable(name: "n", arg: 2, {{.*}}
    # CHECK-SUBSET: !DILocalVariable(name: "total", {{.*}}
    i = cuda.threadIdx.x
    total = 0.0
    for j in range(n):
        # CHECK-ERR: debug_variables.py:[[@LINE+7]]:9: warning: `+` of float64 and float32 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         total += a[j]
        # CHECK-ERR:         ^~~~~~~~~~~~~
        # CHECK-ERR: debug_variables.py:[[@LINE-5]]:5: note: `total` is float64 because of this
        # CHECK-ERR:     total = 0.0
        # CHECK-ERR:     ~~~~~
        # CHECK-ERR: help: write `total = np.float32(...)` there, or use `--literals weak`
        total += a[j]
    a[i] = total
