# RUN: kernelc check %s
name = "kernel"
# CHECK-ERR: fail_f_string_field.py:[[@LINE+3]]:17: error: f-string: invalid conversion character `x`: expected `s`, `r`, or `a` [FStringField]
# CHECK-ERR: title = f"{name!x}"
# CHECK-ERR:                 ^
title = f"{name!x}"
