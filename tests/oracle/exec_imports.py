"""Writes what the kernels of tests/exec/language/imports must compute: tests/exec/data/imports.json.
CPython imports the files; what kernels read is what their names stand for then.
"""
import sys

import numpy as np

from expectations import EXEC, Topic, module, zeros

FILE = "imports/kernels.py"
TOPIC = Topic("imports")
sys.path.insert(0, str(EXEC / "language" / "imports"))
HOST = module(EXEC / "language" / FILE)


def reads(kernel, *values):
    TOPIC.expect(FILE, kernel, 1, 1, (zeros(np.float64, 3),), {0: list(map(float, values)) + [0.0] * (3 - len(values))})


reads("added", HOST.COUNT)
reads("missing_name", HOST.N)
reads("missing_attribute", HOST.chosen.N, HOST.WIDTH, HOST.HEIGHT)
reads("cannot_be_imported", HOST.present.N, HOST.ABSENT)
reads("by_call", HOST.called.N, HOST.again.N, HOST.FROM_CALL)
reads("before_the_failure", HOST.A)
for kernel in ("earlier", "made_on_demand"):
    TOPIC.error(FILE, kernel, 1, 1, zeros(np.float64, 3), kind="NotConstant")
reads("changed_by_call", HOST.also.K)
reads("changed_under_another_name", HOST.changed.K)
for kernel in ("sizes", "replaced"):
    TOPIC.simulate("imports/user.py", kernel, 1, 1, zeros(np.float64, 3))
# Last: it changes the other files.
CHANGING = module(EXEC / "language" / "imports/changing.py")
for kernel, value in (("by_attribute", CHANGING.FROM_ATTRIBUTE), ("by_dictionary", CHANGING.FROM_DICTIONARY),
                      ("by_call", CHANGING.high.N), ("by_other_name", CHANGING.low.N)):
    TOPIC.expect("imports/changing.py", kernel, 1, 1, (zeros(np.float64, 3),), {0: [float(value), 0.0, 0.0]})
TOPIC.write()
