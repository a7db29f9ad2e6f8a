"""Cases of loops of remainders and quotients: Numba's simulator runs the kernels on numbers of both signs."""
import random

from expectations import *

topic = Topic("remainders")
FILE = "remainders.py"
random.seed(7)
COUNT = 64


def numbers(bits, least=None):
    values = [random.randint(-(2**bits), 2**bits) >> random.randint(0, bits) for _ in range(COUNT)]
    return [value if least is None else max(abs(value), least) for value in values]


def nonzero(values):
    return [value or 3 for value in values]


for dtype, bits in ((np.int32, 30), (np.int64, 60)):
    name = np.dtype(dtype).name

    def array(values):
        return c_array(values, dtype)

    for sign, least in (("any", None), ("positive", 1)):
        a, b = numbers(bits, least), numbers(bits, least)
        label = f"{name}_{sign}"
        topic.simulate(FILE, "divisors", 1, COUNT, array(a), array(b), zeros(dtype, COUNT), variant=label)
        topic.simulate(FILE, "steps", 1, COUNT, array(a), array(nonzero(b)), zeros(np.int64, COUNT, 3), variant=label)
        bases = [random.randint(2, 40) for _ in range(COUNT)]
        topic.simulate(FILE, "digits", 1, COUNT, array(a), array(bases), zeros(dtype, COUNT), variant=label)
        base, by = numbers(15, least), nonzero(numbers(15, least))
        exponents = [random.randint(0, 40) for _ in range(COUNT)]
        rows = [pow(x, e, m) if e else 1 for x, e, m in zip(base, exponents, by)]
        topic.expect(FILE, "powers", 1, COUNT, (array(base), array(exponents), array(by), zeros(np.int64, COUNT)),
                     {3: rows}, variant=label)
topic.write()
