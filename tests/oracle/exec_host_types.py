"""Writes tests/exec/data/host_types.json: types, limits and times that a file makes, from Numba's simulator."""
from expectations import *

TOPIC = Topic("host_types")
FILE = "host_types.py"


def simulate(kernel, *make, tag=""):
    for mode in ("", "weak"):
        args = [m() if callable(m) else m for m in make]
        TOPIC.simulate(FILE, kernel, 1, 1, *args, variant=" ".join(t for t in (tag, mode) if t),
                       options={"literals": mode} if mode else None)


def days(*texts):
    return lambda: Array(np.array(texts, "datetime64[D]"))


def out(n, dtype=np.float64):
    return lambda: zeros(dtype, n)


simulate("by_example", lambda: zeros(np.float32, 3, 4), lambda: c_array(range(4), np.float32), 2)
simulate("by_fortran", lambda: f_array(range(12), np.int32, (3, 4)), (7, 2.5), None)
simulate("by_keywords", lambda: c_array(range(4), np.float32), out(4))
simulate("in_text", lambda: c_array(range(4), np.float32), out(4), lambda: c_array(range(8), np.int64, (2, 4)))
simulate("nothing_and_tuples", (1.5, 2.5), (np.int32(3), 4), None, out(1))
for x in (9.0, -4.0):
    simulate("maybe", x, out(4), tag=str(x))
simulate("maybe_kernel", 2.5, out(1), tag="value")
simulate("maybe_kernel", None, out(1), tag="none")
for dtype in (np.float16, np.float32, np.float64):
    simulate("float_limits", lambda: c_array([1, 2], dtype), out(11), tag=np.dtype(dtype).name)
for dtype in (np.int8, np.int32, np.uint16, np.int64):
    simulate("integer_limits", lambda: c_array([5, 3, 4], dtype), out(5, np.int64), tag=np.dtype(dtype).name)
# Times of the host program have no value.
TOPIC.error(FILE, "known_times", 1, 1, days("2024-03-05", "2024-01-01")(), Array(np.zeros(8, "datetime64[D]")),
            Array(np.zeros(5, "timedelta64[D]")), kind="NotConstant")
simulate("items", lambda: c_array(range(5), np.int64), 2, (7, 2.5), out(9))
simulate("shapes", out(4))
TOPIC.write()
