"""decimal for host programs: finite numbers, rounded to the context's precision, half to even."""

import _host

class InvalidOperation(ArithmeticError): pass
class DivisionByZero(ZeroDivisionError): pass

class Context:
    prec, rounding = 28, "ROUND_HALF_EVEN"

_CONTEXT = Context()

def getcontext(): return _CONTEXT

def setcontext(*args, **keywords):
    _CONTEXT.rounding = None
    _host.unknown("other contexts of decimals are not followed")

localcontext = setcontext

def _divide(number, divisor):
    """number / divisor as an integer, half to even; `number` may be negative."""
    _host.unknown_if(_CONTEXT.rounding != "ROUND_HALF_EVEN", "this rounding of decimals is not followed")
    whole, rest = divmod(abs(number), divisor)
    whole += 1 if 2 * rest > divisor or 2 * rest == divisor and whole % 2 == 1 else 0
    return -whole if number < 0 else whole

def _digits(number): return len(str(abs(number)))

def _rounded(number, exponent):
    extra = max(_digits(number) - _CONTEXT.prec, 0)
    number, exponent = _divide(number, 10 ** extra), exponent + extra
    # A digit more, as that of 999.9, is a zero.
    return _make(number, exponent) if _digits(number) <= _CONTEXT.prec else _make(number // 10, exponent + 1)

def _make(number, exponent):
    self = object.__new__(Decimal)
    self._number, self._exponent = number, exponent
    _host.unknown_if(abs(exponent) > 1000, "very large and very small decimals are not followed")
    return self

def _aligned(a, b):
    exponent = min(a._exponent, b._exponent)
    return a._number * 10 ** (a._exponent - exponent), b._number * 10 ** (b._exponent - exponent), exponent

def _operator(function):
    def forward(self, other): return function(self, Decimal(other)) if isinstance(other, (Decimal, int)) else NotImplemented
    def backward(self, other): return function(Decimal(other), self) if isinstance(other, int) else NotImplemented
    return forward, backward

def _comparison(compare):
    def method(self, other):
        return compare(*_aligned(self, Decimal(other))[:2]) if isinstance(other, (Decimal, int, float)) else NotImplemented
    return method

def _add(a, b):
    x, y, exponent = _aligned(a, b)
    return _rounded(x + y, exponent)

def _check_zero(number, is_negative):
    _host.unknown_if(number == 0 and is_negative, "negative zeros of decimals are not followed")
    return number

def _multiply(a, b): return _rounded(_check_zero(a._number * b._number, a._number < 0 or b._number < 0), a._exponent + b._exponent)

def _true_divide(a, b):
    if b._number == 0:
        raise InvalidOperation("0 / 0") if a._number == 0 else DivisionByZero("x / 0")
    ideal = a._exponent - b._exponent
    if a._number == 0:
        return _make(_check_zero(0, b._number < 0), ideal)
    shift = max(_digits(b._number) - _digits(a._number) + _CONTEXT.prec + 1, 0)
    whole, rest = divmod(abs(a._number) * 10 ** shift, abs(b._number))
    exponent = ideal - shift
    if rest:
        # A digit that says there is more, so that the rounding below is right.
        whole += 1 if whole % 5 == 0 else 0
    else:
        while exponent < ideal and whole % 10 == 0:
            whole, exponent = whole // 10, exponent + 1
    return _rounded(whole if (a._number < 0) == (b._number < 0) else -whole, exponent)

class Decimal:
    def __new__(cls, value="0", context=None):
        if isinstance(value, Decimal):
            return _make(value._number, value._exponent)
        if isinstance(value, int):
            return _make(int(value), 0)
        if isinstance(value, float):
            a, b = value.as_integer_ratio()
            places = b.bit_length() - 1
            return _make(_check_zero(a, str(value)[0] == "-") * 5 ** places, -places)
        if isinstance(value, str):
            return _parse(value)
        _host.unknown("this argument of Decimal is not followed")

    __add__, __radd__ = _operator(_add)
    __sub__, __rsub__ = _operator(lambda a, b: _add(a, _make(-b._number, b._exponent)))
    __mul__, __rmul__ = _operator(_multiply)
    __truediv__, __rtruediv__ = _operator(_true_divide)
    __eq__ = _comparison(lambda x, y: x == y)
    __lt__ = _comparison(lambda x, y: x < y)
    __le__ = _comparison(lambda x, y: x <= y)
    __gt__ = _comparison(lambda x, y: x > y)
    __ge__ = _comparison(lambda x, y: x >= y)

    def __neg__(self): return _rounded(-self._number, self._exponent)
    def __bool__(self): return self._number != 0
    def __float__(self): return float(str(self))
    def __repr__(self): return f"Decimal('{self}')"
    def __hash__(self): return hash(int(self)) if self == int(self) else self._unmodelled()
    def __format__(self, spec): return str(self) if spec == "" else self._unmodelled()

    def __int__(self):
        if self._exponent >= 0:
            return self._number * 10 ** self._exponent
        whole = abs(self._number) // 10 ** -self._exponent
        return -whole if self._number < 0 else whole

    __trunc__ = __int__

    def __round__(self, n=None): return int(self.quantize(_make(1, 0))) if n is None else self.quantize(_make(1, -n))

    def quantize(self, exp, rounding=None):
        _host.unknown_if(rounding not in (None, "ROUND_HALF_EVEN"), "this rounding of decimals is not followed")
        target = exp._exponent
        if target <= self._exponent:
            return _make(self._number * 10 ** (self._exponent - target), target)
        return _make(_check_zero(_divide(self._number, 10 ** (target - self._exponent)), self._number < 0), target)

    def __str__(self):
        digits = str(abs(self._number))
        sign = "-" if self._number < 0 else ""
        left = self._exponent + len(digits)
        if self._exponent == 0:
            return sign + digits
        if self._exponent < 0 and left > -6:
            return sign + (digits[:left] + "." + digits[left:] if left > 0 else "0." + "0" * -left + digits)
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}E{left - 1:+d}"

    def _unmodelled(self, *args): _host.unknown("this operation of decimals is not followed")

    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __divmod__ = __pos__ = __abs__ = _unmodelled
    sqrt = ln = log10 = exp = normalize = as_integer_ratio = as_tuple = is_nan = to_integral_value = _unmodelled

def _parse(text):
    body = text.strip().replace("_", "").lower()
    mantissa, _, power = body.partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, digits = mantissa.lstrip("+-").partition(".")
    if not (whole + digits).isdigit() or len(mantissa) - len(mantissa.lstrip("+-")) > 1:
        _host.unknown("this text of a decimal is not followed")
    return _make(_check_zero(int(sign + whole + digits), sign == "-"), int(power or 0) - len(digits))
