# RUN: kernelc check %s --define T=@no_such_file.npy
# CHECK-ERR: error: --define T: read on no_such_file.npy: No such file or directory
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
