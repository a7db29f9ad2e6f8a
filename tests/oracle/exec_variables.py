"""Variables that loops carry and that no way assigns: language/variables.py, data/variables.json."""

import numpy as np

from expectations import *

topic = Topic("variables")


def numbers(dtype):
    return c_array([4, 9, 2, 11, 3, 8], dtype)


for dtype in (np.float32, np.float64, np.int32):
    for name in ("first_time_sets", "first_time_sets_in_while", "read_before_set_in_text", "through_another", "augmented",
                 "largest", "flag_says_whether", "swapped", "in_two_loops"):
        topic.simulate("variables.py", name, 1, 1, numbers(dtype), 6, variant=np.dtype(dtype).name)

# What no way assigns is zero of the type that it has elsewhere. Python has no such value; Numba's compiler takes it
# when something in the text before assigns it.
for name, expected in (("loop_that_returns", 1), ("set_where_it_returns", 3), ("set_where_it_raises", 3),
                       ("while_that_returns", 4)):
    topic.expect("variables.py", name, 1, 1, (numbers(np.float64), 0), {0: [expected, 9, 2, 11, 3, 8]})
topic.simulate("variables.py", "loop_that_returns", 1, 1, numbers(np.float64), 6)
topic.error("variables.py", "never_set_before", 1, 1, numbers(np.float64), 6, kind="UndefinedVariable", text="value")
topic.error("variables.py", "needs_itself", 1, 1, numbers(np.float64), 6, kind="UndefinedVariable", text="`value` has no value here")
for name, variable in (("read_after_del", "value"), ("array_set_where_it_returns", "part")):
    topic.error("variables.py", name, 1, 1, numbers(np.float64), 6, kind="UndefinedVariable", text=variable)
topic.write()
