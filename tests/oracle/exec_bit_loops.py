"""Cases of loops that take a number's bits away: Numba's simulator runs them iteration by iteration. Bits of negative
numbers are counted by a model, since the simulator computes in the array's type where Numba's compiler has int64."""
import random

from expectations import *

topic = Topic("bit_loops")
FILE = "bit_loops.py"
random.seed(5)


def numbers(bits, signed, negative):
    """Numbers at the edges of a type, and random ones of all lengths."""
    top = bits - 1 if signed else bits
    values = [0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 2**top - 1, 2 ** (top - 1), 2 ** (top - 1) - 1]
    values += [random.getrandbits(random.randint(1, top)) for _ in range(19)]
    if negative:
        values += [-1, -2, -7, -(2 ** (top - 1)), -(2**top) + 1]
        values += [-random.getrandbits(random.randint(1, top)) for _ in range(7)]
    return values


TYPES = [(np.int32, 32, True), (np.uint32, 32, False), (np.int64, 64, True), (np.uint64, 64, False),
         (np.int8, 8, True), (np.uint16, 16, False)]


def simulate(kernel, dtype, bits, signed, negative, columns, *more):
    values = numbers(bits, signed, negative and signed)
    topic.simulate(FILE, kernel, 1, 64, c_array(values, dtype), *more, zeros(np.int64, len(values), columns),
                   variant=np.dtype(dtype).name)


def set_bits(value):
    return bin(value % 2**64).count("1")


for dtype, bits, signed in TYPES:
    name = np.dtype(dtype).name
    # x - 1 of an unsigned number is a float in Numba.
    if signed:
        values = numbers(bits, signed, True)
        rows = [[7 + set_bits(value), 0] for value in values]
        topic.expect(FILE, "cleared", 1, 64, (c_array(values, dtype), zeros(np.int64, len(values), 2)),
                     {1: rows}, variant=name)
        simulate("cleared_while_positive", dtype, bits, signed, True, 3)
    # Of these the simulator knows no quotients that are integers.
    if dtype != np.uint64:
        simulate("set_bits_while_positive", dtype, bits, signed, True, 2)
        simulate("width", dtype, bits, signed, True, 5)
        simulate("logarithm", dtype, bits, signed, True, 4)
    simulate("set_bits", dtype, bits, signed, False, 3)

# With literals that take the type of the other operand, numbers keep that of the array.
for dtype, bits, signed in TYPES[:4]:
    values = numbers(bits, signed, signed)
    rows = [[7 + bin(value % 2**bits).count("1"), 0] for value in values]
    topic.expect(FILE, "cleared", 1, 64, (c_array(values, dtype), zeros(np.int64, len(values), 2)), {1: rows},
                 variant=f"weak_{np.dtype(dtype).name}", options={"literals": "weak"})

simulate("unlike", np.int64, 62, True, True, 5)
values = numbers(32, True, True)
others = [3, -1, 0, 2**31 - 1, -(2**31), 12345678]
topic.expect(FILE, "differing", 1, 64,
             (c_array(values, np.int32), c_array(others, np.int32), zeros(np.int32, len(values))),
             {2: [sum(set_bits(value ^ other) for other in others) for value in values]})
values = numbers(64, True, True)
amounts = [random.randint(-(2**40), 2**40) for _ in values]
topic.simulate(FILE, "by_amounts", 1, 64, c_array(values, np.int64), c_array(amounts, np.int64),
               zeros(np.int64, len(values), 2))
topic.write()
