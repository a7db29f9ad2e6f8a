"""Made by tests/oracle/exec_language.py."""

import numpy as np

from kernelc import *


@kernel
def e000(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x // 3


@kernel
def e001(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x % 3


@kernel
def e002(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x > 2


@kernel
def e003(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = -x // 2


@kernel
def e004(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x // 2


@kernel
def e005(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x * 2.0


@kernel
def e006(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x + 1


@kernel
def e007(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = 1.0 / (x + 0.3)


@kernel
def e008(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x ** 2


@kernel
def e009(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x / 3


@kernel
def e010(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = np.sqrt(abs(x) + 0.1)


@kernel
def e011(a, b, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        y = b[i]
        out[i] = x + y


@kernel
def e012(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x % 100 * 2 + 1


@kernel
def e013(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x / 2


@kernel
def e014(a, out):
    i = grid(1)
    if i < out.size:
        x = a[i]
        out[i] = x % 50 * 2
