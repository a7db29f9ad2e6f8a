# Files beside this one that host code reads.
import json
import os

from numba import cuda

exec(open("settings.txt").read())
with open(os.path.join(os.path.dirname(__file__), "settings.json")) as f:
    SETTINGS = json.load(f)
with open("settings.json", "r", encoding="utf-8") as f:
    AGAIN = json.loads(f.read())
BLOCK = SETTINGS["block"]
NAMES = SETTINGS["names"]


def read_scale():
    with open("settings.json") as file:
        return json.load(file)["nested"]["scale"]


SCALE = read_scale()


@cuda.jit
def read(out):
    i = cuda.grid(1)
    out[i] = COUNT * 100 + BLOCK * 10 + len(NAMES) + AGAIN["shift"] + SCALE
