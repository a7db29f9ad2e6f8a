"""fractions for host programs."""

import math

import _host

def _parts(value):
    """Numerator and denominator of a number that is exact here, or None."""
    if isinstance(value, Fraction):
        return value._numerator, value._denominator
    _host.unknown_if(isinstance(value, int) and type(value) not in (int, bool), "numbers of other classes are not followed")
    return (int(value), 1) if isinstance(value, int) else None

def _operator(exact, approximate):
    def both(a, b):
        x, y = _parts(a), _parts(b)
        if x is not None and y is not None:
            return exact(*x, *y)
        a, b = [float(each) if isinstance(each, Fraction) else each for each in (a, b)]
        return approximate(a, b) if isinstance(a, (float, complex)) and isinstance(b, (float, complex)) else NotImplemented

    return lambda self, other: both(self, other), lambda self, other: both(other, self)

def _comparison(compare):
    def method(self, other):
        b = _parts(other)
        if b is not None:
            return compare(self._numerator * b[1], b[0] * self._denominator)
        if isinstance(other, float):
            return compare(0.0, other) if math.isnan(other) or math.isinf(other) else compare(self, Fraction(other))
        return NotImplemented
    return method

class Fraction:
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if isinstance(numerator, str):
                a, b = _parse(numerator)
            elif isinstance(numerator, float) or hasattr(numerator, "as_integer_ratio"):
                a, b = numerator.as_integer_ratio()
            else:
                raise TypeError("argument should be a string or a Rational instance")
        else:
            x, y = _parts(numerator), _parts(denominator)
            if x is None or y is None:
                raise TypeError("both arguments should be Rational instances")
            a, b = x[0] * y[1], x[1] * y[0]
        if b == 0:
            raise ZeroDivisionError(f"Fraction({a}, 0)")
        divisor = math.gcd(a, b) if b > 0 else -math.gcd(a, b)
        self._numerator, self._denominator = a // divisor, b // divisor
        return self

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)

    def as_integer_ratio(self): return self._numerator, self._denominator
    def __neg__(self): return Fraction(-self._numerator, self._denominator)
    def __bool__(self): return self._numerator != 0
    def __float__(self): return self._numerator / self._denominator
    def __str__(self): return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"
    def __repr__(self): return f"Fraction({self._numerator}, {self._denominator})"
    def __hash__(self): return hash(self._numerator) if self._denominator == 1 else self._unmodelled()
    def __format__(self, spec): return str(self) if spec == "" else self._unmodelled()
    def _unmodelled(self, *args): _host.unknown("this operation of a fraction is not followed")

    __rpow__ = __pos__ = __abs__ = __round__ = __floor__ = __ceil__ = __divmod__ = __rdivmod__ = _unmodelled

    def limit_denominator(self, max_denominator=1000000):
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        is_nearer = 2 * d * (q0 + k * q1) <= self._denominator
        return Fraction(p1, q1) if is_nearer else Fraction(p0 + k * p1, q0 + k * q1)

    __add__, __radd__ = _operator(lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y)
    __sub__, __rsub__ = _operator(lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y)
    __mul__, __rmul__ = _operator(lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y)
    __truediv__, __rtruediv__ = _operator(lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y)
    __floordiv__, __rfloordiv__ = _operator(lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y)
    __mod__, __rmod__ = _operator(lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y)
    __eq__ = _comparison(lambda x, y: x == y)
    __lt__ = _comparison(lambda x, y: x < y)
    __le__ = _comparison(lambda x, y: x <= y)
    __gt__ = _comparison(lambda x, y: x > y)
    __ge__ = _comparison(lambda x, y: x >= y)

    def __pow__(self, other):
        if not isinstance(other, (int, float)):
            self._unmodelled()
        if not isinstance(other, int):
            return float(self) ** float(other)
        if other >= 0:
            return Fraction(self._numerator ** other, self._denominator ** other)
        return Fraction(self._denominator ** -other, self._numerator ** -other)

    def __int__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    __trunc__ = __int__

def _parse(text):
    text = text.strip()
    if "/" in text:
        a, b = text.split("/", 1)
        return int(a), int(b)
    _host.unknown_if(not text.lstrip("+-").replace(".", "", 1).isdigit(), "this text of a fraction is not followed")
    whole, _, digits = text.partition(".")
    return int((whole or "0") + digits) if whole not in ("+", "-") else int(whole + "0" + digits), 10 ** len(digits)
