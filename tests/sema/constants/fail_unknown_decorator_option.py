# RUN: kernelc check %s
from kernelc import *

# CHECK-ERR: fail_unknown_decorator_option.py:[[@LINE+4]]:9: error: the decorator has no option `fast` [UnknownDecoratorOption]
# CHECK-ERR: @kernel(fast=True)
# CHECK-ERR:         ^~~~~~~~~
# CHECK-ERR: help: the options are cache, debug, device, fastmath, forceinline, inline, launch_bounds, lineinfo, link, lto, max_registers and opt
@kernel(fast=True)
def k(a: float32[:]):
    a[0] = 0
