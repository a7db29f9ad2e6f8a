# -*- coding: utf-9 -*-
# RUN: kernelc check %s
x = 1
