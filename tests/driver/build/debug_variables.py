# RUN: kernelc build %s -k k --sig "float32[::1], int64" --emit llvm --target sm_90 -g -O0
from numba import cuda

@cuda.jit
def k(a, n):
    # CHECK-SUBSET: !DILocalVariable(name: "n", arg: 2, {{.*}}
    # CHECK-SUBSET: !DILocalVariable(name: "total", {{.*}}
    i = cuda.threadIdx.x
    total = 0.0
    for j in range(n):
        total += a[j]
    a[i] = total
