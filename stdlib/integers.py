# Integer functions of `math` and NumPy. Arguments are integers of one type; what does not fit it wraps.
from kernelc import *
import math


def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return abs(a)


def lcm(a, b):
    divisor = gcd(a, b)
    if divisor == 0:
        return divisor
    return abs(a // divisor * b)


def gcd_all(values):
    result = 0
    for value in values:
        result = gcd(value, result)
    return result


def lcm_all(values):
    result = 1
    for value in values:
        result = lcm(value, result)
    return result


# 0 where the root is not a number.
def isqrt(n):
    if n <= 0:
        return n * 0
    root = int64(math.sqrt(float64(n)))
    while root > n // root:
        root -= 1
    while n // (root + 1) >= root + 1:
        root += 1
    return root


def factorial(n):
    result = int64(1)
    for i in range(2, n + 1):
        result *= i
    return result


def perm(n, k=-9223372036854775808):
    if k == -9223372036854775808:
        k = n
    if k < 0 or k > n:
        return int64(0)
    result = int64(1)
    for i in range(n - k + 1, n + 1):
        result *= i
    return result


# Divides before it multiplies: only results that do not fit overflow.
def comb(n, k):
    if k < 0 or k > n:
        return int64(0)
    if k > n - k:
        k = n - k
    result = int64(1)
    for i in range(1, k + 1):
        common = gcd(result, i)
        result = result // common * ((n - k + i) // (i // common))
    return result
