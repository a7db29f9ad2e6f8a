"""Writes what the kernels of tests/exec/language/choices.py must compute: tests/exec/data/choices.json.
Numba's simulator runs them. Run with a Python that has Numba and NumPy.
"""
from expectations import Topic, c_array, zeros
import numpy as np

TOPIC = Topic("choices")
TOPIC.simulate("choices.py", "shapes", 1, 4, c_array([0, 1, 2.5, 4], np.float64), zeros(np.float64, 4, 4))
TOPIC.simulate("choices.py", "enums", 1, 4, c_array([-1, 0.5, 1.5, 0], np.float64), zeros(np.float64, 4, 9))
NUMBERS = [0, -3, 12, 1]
# Python's rules for Python's own types.
KINDS = [[2 if n == 0 else 3 if n < 0 else 4, 100 + n * 0.5, 1, 0.0, 5, 6, 10.5, 8, -1] for n in NUMBERS]
TOPIC.expect("choices.py", "kinds", 1, 4, (c_array(NUMBERS, np.int64), zeros(np.float64, 4, 9)),
             {1: KINDS})
TOPIC.write()
