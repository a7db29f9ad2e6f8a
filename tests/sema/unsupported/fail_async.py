# RUN: kernelc check %s
from kernelc import *

@kernel
def k(a: float32[:]):
    # CHECK-ERR: fail_async.py:[[@LINE+6]]:5: error: kernels have no `async` and `await` [UnsupportedAsync]
    # CHECK-ERR:     async def inner():
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~~
    # CHECK-ERR:         pass
    # CHECK-ERR:         ~~~~
    # CHECK-ERR: help: kernels run on their own; synchronise on the host
    async def inner():
        pass
