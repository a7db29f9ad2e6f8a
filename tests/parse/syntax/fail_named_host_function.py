# RUN: kernelc build %s -k total --sig "int32[:]" --emit kir
"""A function of the host that is asked for by name, and what it calls, are compiled."""


# CHECK-ERR: fail_named_host_function.py:[[@LINE+4]]:15: warning: duplicate argument `x` in function definition [DuplicateArgument]
# CHECK-ERR: def helper(x, x):
# CHECK-ERR:               ^
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
def helper(x, x):
    return x


def total(a):
    # CHECK-ERR: fail_named_host_function.py:[[@LINE+4]]:5: warning: name `a` is parameter and global [SyntaxError]
    # CHECK-ERR:     global a
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    global a
    a[0] = helper(1, 2)


def other():
    return


# CHECK-ERR: fail_named_host_function.py:[[@LINE+10]]:1: warning: `continue` not properly in loop [MisplacedStatement]
# CHECK-ERR: continue
# CHECK-ERR: ^~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
# CHECK-ERR: fail_named_host_function.py:[[@LINE-21]]:15: error: duplicate argument `x` in function definition [DuplicateArgument]
# CHECK-ERR: def helper(x, x):
# CHECK-ERR:               ^
# CHECK-ERR: fail_named_host_function.py:[[@LINE-15]]:5: error: name `a` is parameter and global [SyntaxError]
# CHECK-ERR:     global a
# CHECK-ERR:     ^~~~~~~~
continue
