# RUN: kernelc check %s
def f(x):
        if x > 0:
            return x
      # CHECK-ERR: fail_unindent_mismatch.py:[[@LINE+6]]:1: error: unindent does not match any outer indentation level [UnindentMismatch]
      # CHECK-ERR:       return 0
      # CHECK-ERR: ^~~~~~
      # CHECK-ERR: fail_unindent_mismatch.py:[[@LINE+3]]:7: error: `return` outside function [MisplacedStatement]
      # CHECK-ERR:       return 0
      # CHECK-ERR:       ^~~~~~~~
      return 0
