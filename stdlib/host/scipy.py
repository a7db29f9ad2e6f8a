"""Physical constants and functions of SciPy for host programs."""

import _host

physical_constants = _host.codata()


def value(key):
    return physical_constants[key][0]


def unit(key):
    return physical_constants[key][1]


def precision(key):
    constant = physical_constants[key]
    return constant[2] / constant[0]


def find(sub=None, disp=False):
    if disp:
        return None
    return sorted([key for key in physical_constants if sub is None or sub.lower() in key.lower()])


def binom(n, k):
    # As SciPy computes it where both are whole; of others, the gamma function has no value here.
    if not isinstance(n, (int, float)) or not isinstance(k, (int, float)) or n != int(n) or k != int(k) or n < 1:
        _host.unknown("binomials of such numbers are not followed")
    few = float(n - k) if k > n / 2 else float(k)
    if few >= 20:
        _host.unknown("large binomials are not followed")
    if few < 0:
        return 0.0
    above = below = 1.0
    for i in range(1, int(few) + 1):
        above *= i + n - few
        below *= i
        if abs(above) > 1e50:
            above /= below
            below = 1.0
    return above / below
