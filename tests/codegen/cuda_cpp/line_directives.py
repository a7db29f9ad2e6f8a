# RUN: kernelc build %s -k k --emit cuda --line-directives
# CHECK-SUBSET: #line 10 "line_directives.py"
# CHECK-SUBSET:   const int32_t i =
# CHECK-SUBSET: #line 12 "line_directives.py"
# CHECK-SUBSET:     a[kc::wrap(i, a_size)] =
from kernelc import *

@kernel("void(float32[::1], float32)")
def k(a, x):
    i = int32(grid(1))
    if i < a.size:
        a[i] = x * a[i]
