# RUN: kernelc check %s
def f(x):
        if x > 0:
            return x
      # CHECK-ERR: fail_unindent_mismatch.py:[[@LINE+7]]:1: error: unindent does not match any outer indentation level [UnindentMismatch]
      # CHECK-ERR:       return 0
      # CHECK-ERR: ^~~~~~
      # CHECK-ERR: help: begin it in the column of a line further up that belongs to the same block
      # CHECK-ERR: fail_unindent_mismatch.py:[[@LINE+3]]:7: error: `return` outside function [MisplacedStatement]
      # CHECK-ERR:       return 0
      # CHECK-ERR:       ^~~~~~~~
      return 0
