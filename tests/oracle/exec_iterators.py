"""Writes what the kernels of tests/exec/language/iterators.py must compute: tests/exec/data/iterators.json.
Numba's simulator runs them. Run with a Python that has Numba and NumPy.
"""
from expectations import Topic, as_array, c_array, zeros
import numpy as np

TOPIC = Topic("iterators")
FILE = "iterators.py"


def numbers(factor=1.0):
    return c_array(np.arange(5) * factor, np.float64)


for n in (0, 2, 4):
    TOPIC.simulate(FILE, "chosen", 1, 1, numbers(), numbers(10), n, zeros(np.float64, 5), variant=str(n))
    TOPIC.simulate(FILE, "passed", 1, 1, numbers(), numbers(10), n, zeros(np.float64, 13), variant=str(n))
    TOPIC.simulate(FILE, "kept", 1, 1, numbers(), numbers(10), n, zeros(np.float64, 9), variant=str(n))
    TOPIC.simulate(FILE, "taken_inside", 1, 1, c_array(np.arange(6), np.float64), c_array(np.arange(9) * 10, np.float64), n,
                   zeros(np.float64, 7), variant=str(n))
    TOPIC.simulate(FILE, "in_groups", 1, 1, numbers(), numbers(10), n, zeros(np.float64, 10), variant=str(n))
TOPIC.simulate(FILE, "taken_behind_barriers", 2, 8, c_array(np.arange(6), np.float64), zeros(np.float64, 16))
TOPIC.error(FILE, "nothing_left_inside", 1, 1, numbers(), zeros(np.float64, 1), kind="ExceptionRaised",
            text="StopIteration: next(it)", options={"debug": True})
TOPIC.error(FILE, "two_of_five", 1, 1, numbers(), zeros(np.float64, 1), kind="UnpackLength", text="5",
            options={"debug": True})
TOPIC.error(FILE, "backwards", 1, 1, numbers(), zeros(np.float64, 1), kind="ArgumentType",
            text="an array, tuple or range")
for n in range(3):
    TOPIC.simulate(FILE, "one_of_two", 1, 1, numbers(), numbers(10), n, zeros(np.float64, 5), variant=str(n))


def of_numpy(m, t, n):
    """The kernel with NumPy's own iterators, which do not see the arrays of the simulator."""
    out = np.zeros(6)
    elements = np.ndenumerate(m)
    (i, j), x = next(elements)
    out[0] = 100 * i + 10 * j + x
    out[1] = sum(x * (10 * i + j) for (i, j), x in elements)
    for place in np.ndindex(2, 3) if n > 1 else np.ndindex((n, 2)):
        out[2] = 3 * out[2] + m[place]
    flat = iter([x.item() for x in np.nditer(m)])
    for x in flat:
        out[3] = 2 * out[3] + x
        if x == n:
            break
    for x in flat:
        out[4] = 2 * out[4] + x
    for x, y in np.nditer((m, t)):
        out[5] += x.item() * y.item()
    return out


m, t = np.arange(6).reshape(2, 3) * 0.5, np.arange(6).reshape(2, 3) - 2.0
for n in range(3):
    TOPIC.expect(FILE, "of_numpy", 1, 1, (as_array(m), as_array(t), n, zeros(np.float64, 6)),
                 {3: of_numpy(m, t, n)}, variant=str(n))
TOPIC.expect(FILE, "used_up", 1, 1, (as_array(m), zeros(np.float64, 1)), {1: [6]})
for kernel, text in (("numbers_of_number", "an array, not float64"), ("numpy_of_range", "an array or a tuple of arrays, not range")):
    TOPIC.error(FILE, kernel, 1, 1, numbers(), zeros(np.float64, 1), kind="ArgumentType", text=text)
for kernel in ("by_threads", "around_barriers"):
    TOPIC.simulate(FILE, kernel, 2, 8, numbers(), zeros(np.float64, 16))
for kernel in ("returned", "returned_in_tuple"):
    TOPIC.error(FILE, kernel, 1, 1, numbers(), zeros(np.float64, 1), kind="CannotReturn", text="iter(array(float64, 1d, C))")
TOPIC.error(FILE, "two_kinds", 1, 1, numbers(), 5, zeros(np.float64, 1), kind="CannotUnify",
            text="`it` is enumerate(iter(array(float64, 1d, C))) on one way and iter(array(float64, 1d, C)) on another")
TOPIC.error(FILE, "indexed", 1, 1, numbers(), zeros(np.float64, 1), kind="NotSubscriptable", text="iter(array(float64, 1d, C))")
TOPIC.error(FILE, "too_few", 1, 1, numbers(), zeros(np.float64, 1), kind="UnpackLength", text="2",
            options={"debug": True})
TOPIC.write()
