# RUN: kernelc check %s --define N=7x
# CHECK-STATUS: 2
# CHECK-ERR: error: --define N: `7x` is no value: write a number (`7`, `2.5`), `true`, `none`, a typed scalar (`float32:2.5`), a text (`"fast"`), a type (`float32`), a tuple (`(16, 16)`) or an array (`@file.npy`) (see `kernelc check --help`)
from kernelc import *


@kernel
def k(out: int64[::1]):
    out[0] = N
