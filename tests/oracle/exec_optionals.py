"""Optional values: tests/exec/data/optionals.json. Numba's simulator runs the kernels as Python, with None. What a
thread does that uses None is Numba's compiler's: it ends there, as with a `raise`.
"""
from expectations import *

topic = Topic("optionals")
FILE = "optionals.py"
A = c_array([4, 0, 9, 7, 9], np.int32)
KEYS = c_array([9, 4, 5, 0, -1, 7], np.int32)
X = c_array([4.0, -1.0, 2.25, 0.0, -3.0, 9.0], np.float32)
INTS = c_array([3, -1, 2, 0, -5, 8], np.int64)
Y = c_array([2, 0, 2, -1, -8, 8], np.int64)


def out(dtype=np.float64, *shape):
    return zeros(dtype, *(shape or (6,)))


for kernel in ("is_none", "is_not_none", "returns_early", "passed_on", "last_match", "matches", "walrus"):
    topic.simulate(FILE, kernel, 2, 3, A, KEYS, out())
topic.simulate(FILE, "equals", 2, 3, A, KEYS, out(np.int32, 6, 8))
topic.simulate(FILE, "truth", 2, 3, A, KEYS, out(np.int32, 6, 4))
topic.simulate(FILE, "falls_off", 2, 3, X, out(), tolerance=1e-15)
for kernel in ("tuples", "tuple_elements", "match_pairs"):
    topic.simulate(FILE, kernel, 2, 3, INTS, Y, out())
topic.simulate(FILE, "mixed_types", 2, 3, INTS, out())
topic.simulate(FILE, "largest", 2, 3, A, c_array([0, 1, 2, 3, 4, 5], np.int64), out())
for kernel in ("cleared", "in_tuples", "closures"):
    topic.simulate(FILE, kernel, 2, 3, INTS, out())
topic.simulate(FILE, "arrays", 2, 3, c_array(range(12), np.float32, (4, 3)), c_array([0, 1, 5, 3, 2, 4], np.int64), out())
topic.simulate(FILE, "loops", 2, 3, c_array(range(12), np.float64, (3, 4)), INTS, out())
topic.simulate(FILE, "recursion", 2, 3, c_array([4, 7, 15, 35, 49, 2], np.int64), out())
for literals in ("weak",):
    for kernel in ("is_none", "last_match", "truth"):
        shape = (6, 4) if kernel == "truth" else (6,)
        topic.simulate(FILE, kernel, 2, 3, A, KEYS, out(np.float32, *shape), options={"literals": literals},
                       variant=literals)

# Threads that use None end; the others do not.
USES = (("uses_none", (A, KEYS), [3, 1, 0, 2, 0, 4], "int64"),
        ("uses_none_in_callee", (A, KEYS), [3, 1, 0, 2, 0, 4], "int64"),
        ("orders_none", (A, KEYS), [2, 1, 0, 1, 0, 2], "int64"),
        ("loops_over_none", (c_array(range(12), np.float64, (3, 4)), INTS), [6, 0, 0, 0, 0, 38], "array(float64, 1d, C)"),
        ("unpacks_none", (INTS, Y), [6, 0, 0, 0, -10, 0], "(int64, int64, bool)"))
for kernel, args, results, kind in USES:
    topic.expect(FILE, kernel, 2, 3, (*args, out()), {2: results})
    for options in ({"bounds": True}, {"debug": True}):
        topic.error(FILE, kernel, 2, 3, *args, out(), kind="NoneValue", text=f"a value of type {kind}, and it is None",
                    options=options, variant=next(iter(options)))
topic.write()
