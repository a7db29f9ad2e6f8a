# RUN: kernelc check %s
import time

from numba import cuda, float32

REGISTERS = 32 if time.time() > 3 else 64


# CHECK-ERR: open_option.py:[[@LINE+4]]:25: warning: `REGISTERS` has no value that is known while compiling [OpenOption]
# CHECK-ERR: @cuda.jit(max_registers=REGISTERS)
# CHECK-ERR:                         ^~~~~~~~~
# CHECK-ERR: help: the kernel is compiled without the option
@cuda.jit(max_registers=REGISTERS)
def k(a: float32[:]):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


@cuda.jit(launch_bounds=REGISTERS)  # kernelc: ignore[OpenOption]
def silent(a: float32[:]):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
