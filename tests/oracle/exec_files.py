"""Writes what kernels of tests/exec/language/files compute, which read files beside them: tests/exec/data/files.json.
CPython reads the same files.
"""
import json

import numpy as np

from expectations import EXEC, Topic, zeros

FOLDER = EXEC / "language" / "files"
TOPIC = Topic("files")
SETTINGS = json.loads((FOLDER / "settings.json").read_text())
NAMES = {}
exec((FOLDER / "settings.txt").read_text(), NAMES)
VALUE = (NAMES["COUNT"] * 100 + SETTINGS["block"] * 10 + len(SETTINGS["names"]) + SETTINGS["shift"]
         + SETTINGS["nested"]["scale"])
TOPIC.expect("files/texts.py", "read", 1, 2, (zeros(np.float64, 2),), {0: [VALUE, VALUE]})
for KERNEL in ("later", "rest", "last", "written"):
    TOPIC.error("files/unknown.py", KERNEL, 1, 1, zeros(np.float64, 1), kind="NotConstant")
TOPIC.write()
