"""Loops that count, of which compilers make iteration counts: tests/exec/data/counting.json.

Bounds are negated, differences, products and loaded; loops rise and fall by 1 to 7, over integers of all widths, inside
each other, with early exits. CPython runs them: no number of theirs is large. The kernels are generated:
counting_loops.py.
"""
import itertools
import types

from expectations import *

TOPIC = Topic("counting")
FILE = "counting_loops.py"
PAIRS = [(20, 20), (7, 3), (61, -50), (0, 5), (-13, 40), (25, -30), (-31, -9), (1, 1)]
BOUNDS = {
    "negated": "-n",
    "subtracted": "0 - n",
    "times": "n * -1",
    "difference": "m - n",
    "sum": "-(n + m)",
    "product": "-(n * 2)",
    "loaded": "-table[i % 4]",
    "absolute": "-abs(n)",
    "smaller": "min(-n, m)",
    "chosen": "-n if m > 4 else -m",
    "quotient": "-(n // 3)",
    "plain": "m",
}
STEPS = (-1, -2, -3, -4, -5, -7, 1, 3, 4, 6)
# int8 and int16 hold every number of these loops; what is unsigned counts from 0 up.
TYPES = ("int64", "int32", "int16", "int8")
HEADER = '"""Made by tests/oracle/exec_counting.py."""\n\nimport numpy as np\nfrom numba import cuda\n'
KERNEL = """
@cuda.jit
def {name}(ns, ms, table, counts, values):
    i = cuda.grid(1)
    n = ns[i]
    m = ms[i]
    count = 0
    value = 0
{loop}
    counts[i] = count
    values[i] = value
"""
BODY = "count += 1\nvalue = (value * 3 + j) % 1000003\n"


def indented(text, by):
    return "".join(" " * by + line + "\n" for line in text.splitlines())


def for_loop(bound, step, inside=BODY):
    return f"for j in range(m, {bound}, {step}):\n" + indented(inside, 4)


def while_loop(bound, step, compare, dtype, inside=BODY):
    return (f"j = np.{dtype}(m)\nb = np.{dtype}({bound})\nwhile j {compare} b:\n" + indented(inside, 4) +
            f"    j = np.{dtype}(j + {step})\n")


def exits(step):
    return BODY + f"if count * {abs(step)} > 30 + n % 7:\n    break\n"


def nested(step):
    return "count += 1\n" + f"for j in range(k, -k, {step}):\n" + indented(BODY, 4)


def loops():
    """Name and text of every loop."""
    for (kind, bound), step in itertools.product(BOUNDS.items(), STEPS):
        name = f"{kind}_{'down' if step < 0 else 'up'}{abs(step)}"
        yield "for_" + name, for_loop(bound, step)
        compare = {-1: (">", ">="), 1: ("<", "<=")}[1 if step > 0 else -1][abs(step) % 2]
        dtype = TYPES[(abs(step) + len(kind)) % len(TYPES)]
        if dtype == "int8" and kind == "product":
            dtype = "int16"
        yield f"while_{dtype}_{name}", while_loop(bound, step, compare, dtype)
    for step in STEPS:
        name = f"{'down' if step < 0 else 'up'}{abs(step)}"
        yield "exit_" + name, for_loop("-n", step, exits(step))
        start, end = ("9", "-2") if step < 0 else ("-9", "3")
        yield "nested_" + name, f"for k in range({start}, {end}, {step}):\n" + indented(nested(-abs(step)), 4)
        inside = BODY + "x = -abs(n)\nif x > -20:\n    value += 1\n"
        yield "straight_" + name, for_loop("-m - n", step, inside)
    for dtype in ("uint8", "uint16", "uint32", "uint64"):
        yield f"while_{dtype}", while_loop("n & 31", 3, "<", dtype).replace(f"np.{dtype}(m)", f"np.{dtype}(m & 7)")


def main():
    text = HEADER
    launches = []
    for name, loop in loops():
        text += "\n" + KERNEL.format(name=name, loop=indented(loop, 4).rstrip("\n"))
        launches.append((name, loop))
    (DATA / FILE).write_text(text)
    for name, loop in launches:
        counts, values = [], []
        for i, (n, m) in enumerate(PAIRS):
            scope = {"np": CASTS, "n": n, "m": m, "i": i, "table": TABLE, "count": 0, "value": 0}
            exec(loop, scope)
            counts.append(int(scope["count"]))
            values.append(int(scope["value"]))
        inputs = [c_array([pair[place] for pair in PAIRS], np.int64) for place in (0, 1)]
        args = (*inputs, c_array(TABLE, np.int64), zeros(np.int64, len(PAIRS)), zeros(np.int64, len(PAIRS)))
        TOPIC.expect("../data/" + FILE, name, 1, len(PAIRS), args, {3: np.array(counts), 4: np.array(values)})
        if name.startswith("for_negated") or name.startswith("straight"):
            TOPIC.expect("../data/" + FILE, name, 1, len(PAIRS), args, {3: np.array(counts), 4: np.array(values)},
                         variant="unoptimised", options={"opt_level": 0})
    TOPIC.write()


TABLE = [20, -7, 5, 33]
# Every number is one of its type, so that casts change nothing.
CASTS = types.SimpleNamespace(**{name: int for name in (*TYPES, "uint8", "uint16", "uint32", "uint64")})
main()
