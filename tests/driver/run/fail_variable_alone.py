# RUN: kernelc run %s two.kernel out=zeros:int64:1 --device cpu
# CHECK-STATUS: 2
# CHECK-ERR: error: `fail_variable_alone.py` has no function `two.kernel`, and no kernel: what line 10 makes `two` is not known to be a kernel
from solvers import Solver


def solve(n):
    return Solver(n)

two = solve(2)
