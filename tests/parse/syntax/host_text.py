# RUN: kernelc check %s
"""What Python refuses of statements that no kernel holds is said, and the kernels compile."""
import asyncio
from numba import cuda
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: `from __future__` imports must occur at the beginning of the file [MisplacedStatement]
# CHECK-ERR: from __future__ import annotations
# CHECK-ERR: ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
from __future__ import annotations

# CHECK-ERR: host_text.py:[[@LINE+4]]:8: warning: `await` outside function [MisplacedStatement]
# CHECK-ERR: rows = await asyncio.sleep(0, [1, 2])
# CHECK-ERR:        ^~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
rows = await asyncio.sleep(0, [1, 2])
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: `async for` outside async function [MisplacedStatement]
# CHECK-ERR: async for row in rows:
# CHECK-ERR: ^~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
async for row in rows:
    print(row)
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: `async with` outside async function [MisplacedStatement]
# CHECK-ERR: async with asyncio.timeout(1):
# CHECK-ERR: ^~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
async with asyncio.timeout(1):
    pass
# CHECK-ERR: host_text.py:[[@LINE+4]]:14: warning: asynchronous comprehension outside of an asynchronous function [MisplacedStatement]
# CHECK-ERR: squares = [x async for x in rows]
# CHECK-ERR:              ^~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
squares = [x async for x in rows]


@cuda.jit("void(float32[:])")
def scale(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


# CHECK-ERR: host_text.py:[[@LINE+4]]:14: warning: duplicate argument `x` in function definition [DuplicateArgument]
# CHECK-ERR: def twice(x, x):
# CHECK-ERR:              ^
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
def twice(x, x):
    # CHECK-ERR: host_text.py:[[@LINE+4]]:5: warning: `break` outside loop [MisplacedStatement]
    # CHECK-ERR:     break
    # CHECK-ERR:     ^~~~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    break
    # CHECK-ERR: host_text.py:[[@LINE+4]]:5: warning: name `x` is parameter and global [SyntaxError]
    # CHECK-ERR:     global x
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    global x
    # CHECK-ERR: host_text.py:[[@LINE+4]]:26: warning: keyword argument repeated: `n` [RepeatedKeyword]
    # CHECK-ERR:     return scale(x, n=1, n=2)
    # CHECK-ERR:                          ^~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    return scale(x, n=1, n=2)


def later():
    print(count)
    # CHECK-ERR: host_text.py:[[@LINE+4]]:5: warning: name `count` is used prior to global declaration [SyntaxError]
    # CHECK-ERR:     global count
    # CHECK-ERR:     ^~~~~~~~~~~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    global count


class Rows:
    # CHECK-ERR: host_text.py:[[@LINE+4]]:5: warning: `return` outside function [MisplacedStatement]
    # CHECK-ERR:     return 1
    # CHECK-ERR:     ^~~~~~~~
    # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
    return 1


def matched(x):
    match x:
        # CHECK-ERR: host_text.py:[[@LINE+4]]:14: warning: name capture `y` makes remaining patterns unreachable [SyntaxError]
        # CHECK-ERR:         case y:
        # CHECK-ERR:              ^
        # CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
        case y:
            pass
        case 1:
            pass


# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: `yield` outside function [MisplacedStatement]
# CHECK-ERR: yield scale
# CHECK-ERR: ^~~~~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
yield scale
# CHECK-ERR: host_text.py:[[@LINE+8]]:1: warning: `nonlocal` declaration not allowed at module level [MisplacedStatement]
# CHECK-ERR: nonlocal rows
# CHECK-ERR: ^~~~~~~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: name `rows` is used prior to nonlocal declaration [SyntaxError]
# CHECK-ERR: nonlocal rows
# CHECK-ERR: ^~~~~~~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
nonlocal rows
# CHECK-ERR: host_text.py:[[@LINE+5]]:1: warning: starred assignment target must be in a list or tuple [SyntaxError]
# CHECK-ERR: *rows = 1
# CHECK-ERR: ^~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
# CHECK-ERR: help: there are no pointers: an element is written `a[0] = ...`
*rows = 1
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: cannot assign to `__debug__` [InvalidTarget]
# CHECK-ERR: __debug__ = 2
# CHECK-ERR: ^~~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
__debug__ = 2
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: `continue` not properly in loop [MisplacedStatement]
# CHECK-ERR: continue
# CHECK-ERR: ^~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
continue
# CHECK-ERR: host_text.py:[[@LINE+4]]:1: warning: `return` outside function [MisplacedStatement]
# CHECK-ERR: return rows
# CHECK-ERR: ^~~~~~~~~~~
# CHECK-ERR: note: no kernel holds this, so that the kernels of the file are compiled
return rows
