"""What code of the host computes with functions that stdlib/host has, and indices of NumPy."""
import cmath
import itertools
import math
import sys
from collections import OrderedDict

import numpy as np
from numba import cuda

C005 = np.where(np.array([1, 0, 2]) > 0)[0]
C006 = np.where(np.arange(6).reshape(2, 3) % 2 == 0, 1.5, np.arange(3))
C007 = np.where(np.arange(4, dtype=np.float32) > 1, np.float32(0.1), 0.0)
C008 = np.nonzero(np.array([[0, 3], [4, 0]]))[1]
C009 = np.argwhere(np.array([[0, 3], [4, 0]]))
C010 = np.meshgrid(np.arange(3), np.arange(2))[0]
C011 = np.meshgrid(np.linspace(0, 1, 3), [2.0, 3.0], indexing="ij")[1]
C012 = np.mgrid[0:3, 1:7:2]
C013 = np.mgrid[0:1:5j]
C014 = np.ogrid[0:3, 0:2][0]
C015 = np.indices((2, 3))
C016 = np.logspace(0, 2, 5)
C018 = np.kron(np.eye(2), np.array([[1, 2]]))
C019 = np.stack([np.zeros(2), np.arange(2.0)], axis=1)
C021 = np.argsort([3.0, 1.0, 2.0])
C022 = np.array([[3, 1], [0, 2]]).argsort()
C031 = np.pad(np.array([[1, 2], [3, 4]]), 1)
C032 = np.pad(np.arange(4), (2, 1), mode="reflect")
C033 = np.pad(np.arange(3), 2, "edge")
C034 = np.pad(np.arange(3), (1, 2), mode="wrap")
C035 = np.tri(3)
C036 = np.triu(np.ones((3, 3)), 1)
C037 = np.tril(np.arange(9).reshape(3, 3))
C038 = np.diag([1, 2], 1)
C039 = np.isin([1, 2, 3], [2, 3])
C040 = np.bincount([0, 1, 1, 4])
C041 = np.bincount([0, 1, 1], weights=[0.5, 0.25, 1.0], minlength=5)
C042 = np.gcd(12, 18)
C043 = np.lcm([4, 6], 10)
C044 = np.hypot(3.0, [4.0, 1.0])
C045 = np.arctan2(1.0, np.array([2.0, -1.0]))
C046 = np.sign(np.array([-2.5, 0.0, 3.0]))
C047 = np.round(np.array([2.567, -1.255, 0.5]), 2)
C048 = np.around(2.567, 1)
C049 = np.array([1.5, -2.0, 7.0]).clip(0, 5)
C050 = np.broadcast_to(np.arange(3), (2, 3))
C051 = np.expand_dims(np.arange(3), 0)
C052 = np.arange(3)[:, None] * np.arange(2)
C053 = np.arange(24).reshape(2, 3, 4)[..., 1]
C054 = np.arange(24).reshape(2, 3, 4)[1, ..., 2:]
C055 = np.arange(6)[np.newaxis, ::2]
C058 = np.swapaxes(np.arange(6).reshape(2, 3), 0, 1)
C060 = np.transpose(np.arange(24).reshape(2, 3, 4), (1, 2, 0))
C062 = np.roll(np.arange(6).reshape(2, 3), 1, axis=1)
C069 = np.array([1, 2, 3, 4])[[0, 2]]
C070 = np.arange(12).reshape(3, 4)[[2, 0]]
C071 = np.arange(12).reshape(3, 4)[[2, 0], [1, 3]]
C072 = np.arange(12).reshape(3, 4)[:, [0, 3]]
C073 = np.array([1, 2, 3])[np.array([True, False, True])]
C074 = np.arange(6).reshape(2, 3)[np.arange(6).reshape(2, 3) > 2]
C075 = ~(np.array([1, 2, 3]) == 2) & (np.array([1, 2, 3]) != 3)
C076 = np.array([1.0, 2.0]) <= 1.0
C077 = np.add.reduce([1, 2, 3])
C078 = np.multiply.outer([1, 2], [3, 4])
C079 = np.cumprod([1, 2, 3])
C081 = np.searchsorted([1, 3, 5], [0, 3, 6])
C082 = np.count_nonzero([0, 3, 4])
C083 = np.ptp(np.array([3, 9, 4]))
C085 = np.take(np.arange(5) * 2, [1, 3])
C088 = np.logical_and([True, False], True)
C089 = np.conj(np.array([1 + 2j])).imag
C090 = np.all(np.array([1, 1, 0]))
C091 = np.atleast_2d([1, 2, 3])
C092 = np.frombuffer("abc".encode(), np.uint8)
C093 = np.array(list("xyz".encode("ascii")), dtype=np.uint8)
C094 = np.array(bytearray("xyz", "utf8"))
C095 = np.array(list(bytes("xyz", "utf-8")))
C097 = np.array([int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"\xff\x02",
        byteorder="big", signed=True)])
C098 = np.array(tuple(map(float, (1, 2, 3))))
C099 = np.array(list(map(lambda a, b: a * b, (1, 2, 3), (4, 5, 6))))
C100 = np.array(list(map(int, "1 2 3".split())))
C101 = np.array(list(filter(lambda q: q % 2, range(7))))
C102 = np.array(list(filter(None, [0, 1, 2, 0, 3])))
C103 = np.array([v for k, v in sorted([(2, 7), (1, 9)], key=lambda t: t[0])])
C104 = np.array(sorted([3, 1, 2], reverse=True))
C105 = np.array([max([3, 1, 2], key=lambda q: -q), min([], default=4)])
C106 = np.array([dict(a=1, b=2)["b"], OrderedDict([("x", 5)])["x"]])
C107 = np.array([len({1, 2, 2}), pow(3, 4, 5), (7).bit_length(), "abcd".find("c"), int(hex(255),
        16)])
C108 = np.array(list(itertools.product([0, 1], repeat=2)))
C109 = np.array(list(itertools.chain([1, 2], (3,))))
C110 = np.array(list(itertools.accumulate([1, 2, 3])))
C111 = np.array(list(itertools.combinations_with_replacement([1, 2], 2)))
C112 = np.array([math.prod([2, 3]), math.dist((0, 0), (3, 4)), math.fsum([0.1] * 10),
        math.hypot(1.0, 2.0, 2.0)])
C113 = np.array([abs(cmath.exp(1j)), cmath.phase(1j), cmath.sqrt(-4).imag])
C114 = np.array([int(isinstance(3, int)), int(isinstance([1], (tuple, list))), int(isinstance(2.0,
        int))])
C115 = np.array([int(sys.argv[1]) if len(sys.argv) > 1 else 32])
C119 = np.array([len(f"{1234567:,}"), len(f"{-1234.5:_}"), len("{:>12,.2f}".format(1e6)), int(f"{12345:,}"[2:3] == ",")])


@cuda.jit(device=True)
def scalar(x):
    return float(x)


@cuda.jit(device=True)
def line(a):
    s = 0.0
    for i in range(a.shape[0]):
        s += a[i] * (i + 1)
    return s


@cuda.jit(device=True)
def plane(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j] * (i * a.shape[1] + j + 1)
    return s


@cuda.jit(device=True)
def cube(a):
    s = 0.0
    n, m = a.shape[1:]
    for i in range(a.shape[0]):
        for j in range(n):
            for k in range(m):
                s += a[i, j, k] * ((i * n + j) * m + k + 1)
    return s


@cuda.jit
def sums00(out):
    out[0] = line(C005)
    out[1] = plane(C006)
    out[2] = line(C007)
    out[3] = line(C008)


@cuda.jit
def sums01(out):
    out[0] = plane(C009)
    out[1] = plane(C010)
    out[2] = plane(C011)
    out[3] = cube(C012)
    out[4] = line(C013)
    out[5] = plane(C014)
    out[6] = cube(C015)
    out[7] = line(C016)


@cuda.jit
def sums02(out):
    out[0] = plane(C018)
    out[1] = plane(C019)
    out[2] = line(C021)
    out[3] = plane(C022)


@cuda.jit
def sums03(out):
    out[0] = plane(C031)
    out[1] = line(C032)


@cuda.jit
def sums04(out):
    out[0] = line(C033)
    out[1] = line(C034)
    out[2] = plane(C035)
    out[3] = plane(C036)
    out[4] = plane(C037)
    out[5] = plane(C038)
    out[6] = line(C039)
    out[7] = line(C040)


@cuda.jit
def sums05(out):
    out[0] = line(C041)
    out[1] = scalar(C042)
    out[2] = line(C043)
    out[3] = line(C044)
    out[4] = line(C045)
    out[5] = line(C046)
    out[6] = line(C047)
    out[7] = scalar(C048)


@cuda.jit
def sums06(out):
    out[0] = line(C049)
    out[1] = plane(C050)
    out[2] = plane(C051)
    out[3] = plane(C052)
    out[4] = plane(C053)
    out[5] = plane(C054)
    out[6] = plane(C055)


@cuda.jit
def sums07(out):
    out[0] = plane(C058)
    out[1] = cube(C060)
    out[2] = plane(C062)


@cuda.jit
def sums08(out):
    out[0] = line(C069)
    out[1] = plane(C070)
    out[2] = line(C071)
    out[3] = plane(C072)


@cuda.jit
def sums09(out):
    out[0] = line(C073)
    out[1] = line(C074)
    out[2] = line(C075)
    out[3] = line(C076)
    out[4] = scalar(C077)
    out[5] = plane(C078)
    out[6] = line(C079)


@cuda.jit
def sums10(out):
    out[0] = line(C081)
    out[1] = scalar(C082)
    out[2] = scalar(C083)
    out[3] = line(C085)
    out[4] = line(C088)


@cuda.jit
def sums11(out):
    out[0] = line(C089)
    out[1] = scalar(C090)
    out[2] = plane(C091)
    out[3] = line(C092)
    out[4] = line(C093)
    out[5] = line(C094)
    out[6] = line(C095)


@cuda.jit
def sums12(out):
    out[0] = line(C097)
    out[1] = line(C098)
    out[2] = line(C099)
    out[3] = line(C100)
    out[4] = line(C101)
    out[5] = line(C102)
    out[6] = line(C103)
    out[7] = line(C104)


@cuda.jit
def sums13(out):
    out[0] = line(C105)
    out[1] = line(C106)
    out[2] = line(C107)
    out[3] = plane(C108)
    out[4] = line(C109)
    out[5] = line(C110)
    out[6] = plane(C111)
    out[7] = line(C112)


@cuda.jit
def sums14(out):
    out[0] = line(C113)
    out[1] = line(C114)
    out[2] = line(C115)
    out[3] = line(C119)
