# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a, n):
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     unsigned int i = cuda.grid(1);
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: write `i = cuda.grid(1)`
    unsigned int i = cuda.grid(1);
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     const float* p = a
    # CHECK-ERR:     ^~~~~~~~~~~
    # CHECK-ERR: help: write `p = a`
    const float* p = a
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: cannot assign to expression [InvalidTarget]
    # CHECK-ERR:     float* q = a
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: help: a variable has no type in front: write `q = ...`
    float* q = a
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     float x, y
    # CHECK-ERR:     ^~~~~
    # CHECK-ERR: help: write `x = ...`
    float x, y
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     float tmp[16];
    # CHECK-ERR:     ^~~~~
    # CHECK-ERR: help: write `tmp = cuda.local.array(16, "float32")`
    float tmp[16];
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: invalid syntax: a variable has no type in front [SyntaxError]
    # CHECK-ERR:     __shared__ double tile[32];
    # CHECK-ERR:     ^~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `tile = cuda.shared.array(32, "float64")`
    __shared__ double tile[32];
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: starred assignment target must be in a list or tuple [SyntaxError]
    # CHECK-ERR:     *a = 1
    # CHECK-ERR:     ^~
    # CHECK-ERR: help: there are no pointers: an element is written `a[0] = ...`
    *a = 1
    # CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: cannot assign to function call [InvalidTarget]
    # CHECK-ERR:     a(0) = 1
    # CHECK-ERR:     ^~~~
    # CHECK-ERR: help: an element is written in brackets: `a[0]`
    a(0) = 1

@cuda.jit
# CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:16: error: invalid syntax: a parameter has no type in front [SyntaxError]
# CHECK-ERR: def parameters(float* a, int n):
# CHECK-ERR:                ^~~~~
# CHECK-ERR: help: write `a`; types stand in the decorator, as in `@cuda.jit("void(float32[:], int32)")`
def parameters(float* a, int n):
    a[0] = n

@cuda.jit
# CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:1: error: invalid syntax: a function begins with `def` [SyntaxError]
# CHECK-ERR: void c_function(float* a) {
# CHECK-ERR: ^~~~
# CHECK-ERR: help: write `def c_function(...):`, its parameters by their names alone
void c_function(float* a) {
    a[0] = 1;
}

@cuda.jit
# CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:5: error: invalid syntax: a function begins with `def` [SyntaxError]
# CHECK-ERR: def void two(a):
# CHECK-ERR:     ^~~~
# CHECK-ERR: help: write `def two(...):`, its parameters by their names alone
def void two(a):
    a[0] = 1

# CHECK-ERR: fail_c_declarations.py:[[@LINE+4]]:1: error: invalid syntax: a function begins with `def` [SyntaxError]
# CHECK-ERR: function other(a):
# CHECK-ERR: ^~~~~~~~
# CHECK-ERR: help: write `def other(...):`, its parameters by their names alone
function other(a):
    a[0] = 1
