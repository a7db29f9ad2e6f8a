# datetime64 and timedelta64.
from kernelc import *
import numpy as np


# Days from 1970-01-01 to the first day of a month. Years are taken to begin in March, so that the leap day is their last.
def days_of_months(months):
    month = months % 12
    year = months // 12 + 1970
    if month < 2:
        year -= 1
    day = ((month + 10) % 12 * 153 + 2) // 5
    return year * 365 + year // 4 - year // 100 + year // 400 + day - 719468


# `zero` is of the type of the elements.
def sum(a, zero):
    total = zero
    for v in np.nditer(a):
        total += v
    return total


def mean(a, zero):
    return sum(a, zero) / a.size
