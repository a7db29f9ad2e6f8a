"""What code of the host computes with functions that stdlib/host has, and indices of NumPy."""
import cmath
import itertools
import math
import struct
import sys
from collections import OrderedDict

import numpy as np
import scipy.special as special
from numba import cuda
from numpy.polynomial.legendre import leggauss
from scipy.special import binom

C001 = np.linalg.inv(np.array([[2.0, 1.0], [1.0, 3.0]]))
C002 = np.linalg.det(np.array([[0.0, 1.0, 2.0], [3.0, 1.0, 4.0], [1.0, 5.0, 9.0]]))
C003 = np.linalg.solve(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0]))
C004 = np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), 6)
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
C017 = np.geomspace(1, 8, 4)
C018 = np.kron(np.eye(2), np.array([[1, 2]]))
C019 = np.stack([np.zeros(2), np.arange(2.0)], axis=1)
C020 = np.dstack([np.arange(2), np.arange(2) + 5])
C021 = np.argsort([3.0, 1.0, 2.0])
C022 = np.array([[3, 1], [0, 2]]).argsort()
C023 = np.convolve([1, 2, 3], [0, 1, 0.5])
C024 = np.convolve([1.0, 2.0, 3.0, 4.0], [1.0, 1.0], mode="same")
C025 = np.correlate([1.0, 2.0, 3.0], [0.0, 1.0, 0.5], "full")
C026 = np.interp([0.5, 1.5, 9.0], [0, 1, 2], [10, 20, 40])
C027 = np.hanning(5)
C028 = np.hamming(6)
C029 = np.blackman(7)
C030 = np.bartlett(5)
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
C056 = np.split(np.arange(6), 3)[1]
C057 = np.array_split(np.arange(7), 3)[0]
C058 = np.swapaxes(np.arange(6).reshape(2, 3), 0, 1)
C059 = np.moveaxis(np.arange(24).reshape(2, 3, 4), 0, -1)
C060 = np.transpose(np.arange(24).reshape(2, 3, 4), (1, 2, 0))
C061 = np.rollaxis(np.arange(24).reshape(2, 3, 4), 2)
C062 = np.roll(np.arange(6).reshape(2, 3), 1, axis=1)
C063 = np.rot90(np.array([[1, 2], [3, 4]]), 3)
C064 = np.cross([1.0, 2.0, 0.0], [0.0, 1.0, 3.0])
C065 = np.sinc(np.array([0.0, 0.5]))
C066 = np.fft.fftfreq(5, 0.5)
C067 = np.packbits([1, 0, 1, 0, 0, 0, 0, 0, 1])
C068 = np.unpackbits(np.array([5, 255], dtype=np.uint8))
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
C080 = np.trapezoid([1.0, 2.0, 4.0], dx=0.5)
C081 = np.searchsorted([1, 3, 5], [0, 3, 6])
C082 = np.count_nonzero([0, 3, 4])
C083 = np.ptp(np.array([3, 9, 4]))
C084 = np.average([1.0, 2.0, 4.0], weights=[1.0, 1.0, 2.0])
C085 = np.take(np.arange(5) * 2, [1, 3])
C086 = np.fromfunction(lambda i, j: i * 10 + j, (2, 3))
C087 = np.fromiter((q * q for q in range(4)), dtype=np.int64)
C088 = np.logical_and([True, False], True)
C089 = np.conj(np.array([1 + 2j])).imag
C090 = np.all(np.array([1, 1, 0]))
C091 = np.atleast_2d([1, 2, 3])
C092 = np.frombuffer("abc".encode(), np.uint8)
C093 = np.array(list("xyz".encode("ascii")), dtype=np.uint8)
C094 = np.array(bytearray("xyz", "utf8"))
C095 = np.array(list(bytes("xyz", "utf-8")))
C096 = np.array(list(bytes.fromhex("0a 0bff")))
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
C116 = np.array([struct.calcsize("iif"), struct.calcsize("<bq"), struct.calcsize("bq"), struct.calcsize("2h3s x")])
C117 = np.array([[special.binom(n, k) for k in range(7)] for n in range(1, 6)])
C118 = np.array([binom(60, 15), binom(7.0, 3)])
C119 = np.array([len(f"{1234567:,}"), len(f"{-1234.5:_}"), len("{:>12,.2f}".format(1e6)), int(f"{12345:,}"[2:3] == ",")])
C120, C121 = np.polynomial.legendre.leggauss(5)
C122 = np.array(leggauss(12)[1])


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
    out[0] = plane(C001)
    out[1] = scalar(C002)
    out[2] = line(C003)
    out[3] = plane(C004)
    out[4] = line(C005)
    out[5] = plane(C006)
    out[6] = line(C007)
    out[7] = line(C008)


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
    out[0] = line(C017)
    out[1] = plane(C018)
    out[2] = plane(C019)
    out[3] = cube(C020)
    out[4] = line(C021)
    out[5] = plane(C022)
    out[6] = line(C023)
    out[7] = line(C024)


@cuda.jit
def sums03(out):
    out[0] = line(C025)
    out[1] = line(C026)
    out[2] = line(C027)
    out[3] = line(C028)
    out[4] = line(C029)
    out[5] = line(C030)
    out[6] = plane(C031)
    out[7] = line(C032)


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
    out[7] = line(C056)


@cuda.jit
def sums07(out):
    out[0] = line(C057)
    out[1] = plane(C058)
    out[2] = cube(C059)
    out[3] = cube(C060)
    out[4] = cube(C061)
    out[5] = plane(C062)
    out[6] = plane(C063)
    out[7] = line(C064)


@cuda.jit
def sums08(out):
    out[0] = line(C065)
    out[1] = line(C066)
    out[2] = line(C067)
    out[3] = line(C068)
    out[4] = line(C069)
    out[5] = plane(C070)
    out[6] = line(C071)
    out[7] = plane(C072)


@cuda.jit
def sums09(out):
    out[0] = line(C073)
    out[1] = line(C074)
    out[2] = line(C075)
    out[3] = line(C076)
    out[4] = scalar(C077)
    out[5] = plane(C078)
    out[6] = line(C079)
    out[7] = scalar(C080)


@cuda.jit
def sums10(out):
    out[0] = line(C081)
    out[1] = scalar(C082)
    out[2] = scalar(C083)
    out[3] = scalar(C084)
    out[4] = line(C085)
    out[5] = plane(C086)
    out[6] = line(C087)
    out[7] = line(C088)


@cuda.jit
def sums11(out):
    out[0] = line(C089)
    out[1] = scalar(C090)
    out[2] = plane(C091)
    out[3] = line(C092)
    out[4] = line(C093)
    out[5] = line(C094)
    out[6] = line(C095)
    out[7] = line(C096)


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
    out[3] = line(C116)
    out[4] = plane(C117)
    out[5] = line(C118)
    out[6] = line(C119)
    out[7] = line(C120)


@cuda.jit
def sums15(out):
    out[0] = line(C121)
    out[1] = line(C122)
