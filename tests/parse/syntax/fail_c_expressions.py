# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a, n):
    i = 0
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:8: error: invalid syntax: Python has no `++` [SyntaxError]
    # CHECK-ERR:     a[i++] = 1
    # CHECK-ERR:        ^~
    # CHECK-ERR: help: write `i += 1` in a line of its own
    a[i++] = 1
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:6: error: invalid syntax: Python has no `--` [SyntaxError]
    # CHECK-ERR:     i--
    # CHECK-ERR:      ^~
    # CHECK-ERR: help: write `i -= 1`
    i--
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:6: error: invalid syntax: Python has no `++` [SyntaxError]
    # CHECK-ERR:     i++;
    # CHECK-ERR:      ^~
    # CHECK-ERR: help: write `i += 1`
    i++;
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:12: error: invalid syntax: a conversion is a call [SyntaxError]
    # CHECK-ERR:     a[0] = (float)a[1]
    # CHECK-ERR:            ^~~~~~~
    # CHECK-ERR: help: write `np.float32(...)`
    a[0] = (float)a[1]
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:12: error: invalid syntax: a conversion is a call [SyntaxError]
    # CHECK-ERR:     a[1] = (unsigned int) a[0] / 2
    # CHECK-ERR:            ^~~~~~~~~~~~~~
    # CHECK-ERR: help: write `np.uint32(...)`
    a[1] = (unsigned int) a[0] / 2
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:21: error: invalid syntax: there are no addresses [SyntaxError]
    # CHECK-ERR:     cuda.atomic.add(&a[0], 1)
    # CHECK-ERR:                     ^
    # CHECK-ERR: help: pass the array, and the index as an argument of its own
    cuda.atomic.add(&a[0], 1)
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:13: error: invalid syntax: `->` stands in no expression [SyntaxError]
    # CHECK-ERR:     a[0] = a->x
    # CHECK-ERR:             ^~
    # CHECK-ERR: help: an attribute is written with a dot: `a.x`
    a[0] = a->x
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:10: error: invalid syntax: Python has no `=>` [SyntaxError]
    # CHECK-ERR:     if n => 1:
    # CHECK-ERR:          ^~
    # CHECK-ERR: help: write `>=`
    if n => 1:
        a[0] = 1
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:10: error: invalid syntax: Python has no `===` [SyntaxError]
    # CHECK-ERR:     if n === 1:
    # CHECK-ERR:          ^~~
    # CHECK-ERR: help: write `==`
    if n === 1:
        a[0] = 1
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:15: error: invalid syntax: `//` begins no comment [SyntaxError]
    # CHECK-ERR:     a[1] = 2  // the second one
    # CHECK-ERR:               ^~
    # CHECK-ERR: help: a comment begins with `#`
    a[1] = 2  // the second one
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:5: error: invalid syntax: `//` begins no comment [SyntaxError]
    # CHECK-ERR:     // a comment of several words
    # CHECK-ERR:     ^~
    # CHECK-ERR: help: a comment begins with `#`
    // a comment of several words
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:5: error: invalid syntax: `/*` begins no comment [SyntaxError]
    # CHECK-ERR:     /* another one */
    # CHECK-ERR:     ^~
    # CHECK-ERR: help: a comment begins with `#`
    /* another one */
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:15: error: invalid syntax [SyntaxError]
    # CHECK-ERR:     if n > 0 && n < 3:
    # CHECK-ERR:               ^
    # CHECK-ERR: help: the logical operator is spelled `and`
    if n > 0 && n < 3:
        a[1] = 4
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:8: error: invalid syntax [SyntaxError]
    # CHECK-ERR:     if !n:
    # CHECK-ERR:        ^
    # CHECK-ERR: help: the logical operator is spelled `not`
    if !n:
        a[1] = 5
    # CHECK-ERR: fail_c_expressions.py:[[@LINE+4]]:5: error: missing parentheses in call to `print` [SyntaxError]
    # CHECK-ERR:     print "n", n
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: help: write `print("n", n)`
    print "n", n
    x = n // 2 * n
