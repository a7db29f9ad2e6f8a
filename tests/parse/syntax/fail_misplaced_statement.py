# RUN: kernelc check %s
total = 0
# CHECK-ERR: fail_misplaced_statement.py:[[@LINE+3]]:1: error: `return` outside function [MisplacedStatement]
# CHECK-ERR: return total
# CHECK-ERR: ^~~~~~~~~~~~
return total
