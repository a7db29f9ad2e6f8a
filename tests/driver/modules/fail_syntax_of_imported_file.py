# RUN: kernelc build %s -k k --sig 'int64[::1]' --emit kir
from inputs import broken
from numba import cuda

@cuda.jit
def k(out):
    # CHECK-ERR: fail_syntax_of_imported_file.py:[[@LINE+10]]:14: error: `inputs.broken.LIMIT` has no value that is known while compiling [NotConstant]
    # CHECK-ERR:     out[0] = broken.LIMIT
    # CHECK-ERR:              ^~~~~~~~~~~~
    # CHECK-ERR: inputs/broken.py:1:1: note: bound here
    # CHECK-ERR: LIMIT = 3
    # CHECK-ERR: ~~~~~
    # CHECK-ERR: help: its value is not known while compiling, or files that import it change it; make it a parameter of the kernel, or give its value: `--define LIMIT=VALUE`
    # CHECK-ERR: inputs/broken.py:3:9: error: `(` was never closed [UnclosedBracket]
    # CHECK-ERR: def half(x:
    # CHECK-ERR:         ^
    out[0] = broken.LIMIT
