# RUN: kernelc check %s -W error=MisplacedStatement
from kernelc import *

@kernel
def one(a: int32[:]):
    a[0] = 1

# CHECK-ERR: fail_host_text.py:[[@LINE+4]]:8: error: `await` outside function [MisplacedStatement]
# CHECK-ERR: data = await fetch()
# CHECK-ERR:        ^~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
data = await fetch()
