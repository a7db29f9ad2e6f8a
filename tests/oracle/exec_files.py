"""Writes what kernels of tests/exec/language/files compute, which read files beside them: tests/exec/data/files.json.
CPython reads the same files.
"""
import json
import os

import numpy as np

from expectations import EXEC, Topic, module, zeros

FOLDER = EXEC / "language" / "files"
TOPIC = Topic("files")
SETTINGS = json.loads((FOLDER / "settings.json").read_text())
NAMES = {}
exec((FOLDER / "settings.txt").read_text(), NAMES)
VALUE = (NAMES["COUNT"] * 100 + SETTINGS["block"] * 10 + len(SETTINGS["names"]) + SETTINGS["shift"]
         + SETTINGS["nested"]["scale"])
TOPIC.expect("files/texts.py", "read", 1, 2, (zeros(np.float64, 2),), {0: [VALUE, VALUE]})
os.chdir(FOLDER)
HOST = module(FOLDER / "read_again.py")
for KERNEL, VALUE in (("later", len(HOST.LATER)), ("rest", len(HOST.REST)), ("last", len(HOST.LAST)), ("written", HOST.WRITTEN["n"])):
    TOPIC.expect("files/read_again.py", KERNEL, 1, 1, (zeros(np.float64, 1),), {0: [VALUE]})
TOPIC.write()
