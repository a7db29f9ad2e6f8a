# RUN: kernelc build %s -k k --sig "float32[::1], int64" --emit ptx --target sm_90 -g
from numba import cuda

# The record's address comes from the host; the first thread that takes the lock writes it.
# CHECK-SUBSET: .visible .global .align 8 .b8 kernelc_error_state[16];
# CHECK-SUBSET: .entry k
# CHECK-SUBSET: call{{.*}}kernelc_report_error
# CHECK-SUBSET: atom.relaxed.gpu.global.cas.b32
# CHECK-SUBSET: membar.sys;
# CHECK-NOT: trap;
# CHECK-NOT: exit;
@cuda.jit
def k(a, n):
    if n < 0:
        raise ValueError("negative")
    a[n] = 0.0
