from ..base import DEPTH

WIDTH = DEPTH + 1


def area(x):
    return x * WIDTH
