"""Options of a program, of which kernels use two."""
import os

defaults = {
    "FLAGS": {"fast", "loud"},
    "FOLDER": os.path.join("a", "b"),
    "SMALLEST": 1e-3,
    "STEPS": 3,
}

SMALLEST = defaults["SMALLEST"]
STEPS = defaults["STEPS"]
FLAGS = defaults["FLAGS"]
