# -*- coding: utf-9 -*-
# RUN: kernelc check %s
# CHECK-ERR: fail_invalid_encoding.py:[[@LINE-2]]:15: error: unknown encoding: `utf-9` [InvalidEncoding]
# CHECK-ERR: # -*- coding: utf-9 -*-
# CHECK-ERR:               ^~~~~
x = 1
