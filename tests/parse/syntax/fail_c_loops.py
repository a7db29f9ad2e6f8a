# RUN: kernelc check %s
from numba import cuda

@cuda.jit
def k(a, n):
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:9: error: invalid syntax: a loop runs over values [SyntaxError]
    # CHECK-ERR:     for (int i = 0; i < n; i++):
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `for i in range(n):`
    for (int i = 0; i < n; i++):
        a[i] = 0
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:9: error: invalid syntax: a loop runs over values [SyntaxError]
    # CHECK-ERR:     for (i = 2; i <= n; i += 2):
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `for i in range(2, n + 1, 2):`
    for (i = 2; i <= n; i += 2):
        a[i] = 0
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:9: error: invalid syntax: a loop runs over values [SyntaxError]
    # CHECK-ERR:     for (int i = n - 1; i >= 0; --i):
    # CHECK-ERR:         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `for i in range(n - 1, -1, -1):`
    for (int i = n - 1; i >= 0; --i):
        a[i] = 0
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:9: error: invalid syntax: a loop runs over values [SyntaxError]
    # CHECK-ERR:     for (; a[0] > 0;):
    # CHECK-ERR:         ^~~~~~~~~~~~~
    # CHECK-ERR: help: write `while a[0] > 0:`
    for (; a[0] > 0;):
        a[0] -= 1
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:9: error: invalid syntax: the head of a loop has no parentheses around it [SyntaxError]
    # CHECK-ERR:     for (i in range(n)):
    # CHECK-ERR:         ^~~~~~~~~~~~~~~
    # CHECK-ERR: help: write `for i in range(n):`
    for (i in range(n)):
        a[i] = 0
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:9: error: invalid syntax: a loop runs over values [SyntaxError]
    # CHECK-ERR:     for i = 1:n
    # CHECK-ERR:         ^~~
    # CHECK-ERR: help: write `for i in range(n):`
    for i = 1:n
        a[i] = 0
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:5: error: invalid syntax: Python has no `switch` [SyntaxError]
    # CHECK-ERR:     switch (n):
    # CHECK-ERR:     ^~~~~~
    # CHECK-ERR: help: write `match n:`, and `case 0:` and so on below it, or `if` and `elif`
    switch (n):
        a[0] = 1
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:5: error: invalid syntax: Python has no `do` [SyntaxError]
    # CHECK-ERR:     do:
    # CHECK-ERR:     ^~
    # CHECK-ERR: help: write `while True:`, and `if not condition: break` at the end of the loop
    do:
        a[0] = 1
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:17: error: invalid syntax: Python has no `do` [SyntaxError]
    # CHECK-ERR:     while n > 0 do:
    # CHECK-ERR:                 ^~
    # CHECK-ERR: help: a condition ends with `:`, as in `while n > 0:`
    while n > 0 do:
        a[0] = 2
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:14: error: invalid syntax: Python has no `then` [SyntaxError]
    # CHECK-ERR:     if n > 1 then:
    # CHECK-ERR:              ^~~~
    # CHECK-ERR: help: a condition ends with `:`, as in `if n > 1:`
    if n > 1 then:
        a[1] = 3
    # CHECK-ERR: fail_c_loops.py:[[@LINE+4]]:5: error: invalid syntax: Python has no `elseif` [SyntaxError]
    # CHECK-ERR:     elseif n > 2:
    # CHECK-ERR:     ^~~~~~
    # CHECK-ERR: help: write `elif`
    elseif n > 2:
        a[1] = 4
