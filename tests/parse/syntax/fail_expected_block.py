# RUN: kernelc check %s
def clamp(x):
    if x < 0:
    # CHECK-ERR: fail_expected_block.py:[[@LINE+3]]:5: error: expected an indented block after `if` statement on line 3 [ExpectedBlock]
    # CHECK-ERR:     return x
    # CHECK-ERR:     ^~~~~~
    return x
