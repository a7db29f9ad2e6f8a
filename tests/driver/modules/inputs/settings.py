N = 1
M = 2
FIXED = 7
TABLE = [1, 2]
OPTIONS = {"n": 1}


class Limits:
    low = 1
