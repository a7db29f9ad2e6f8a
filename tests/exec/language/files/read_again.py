# What the program has read already, and what it would write if it were asked to.
import json

from numba import cuda

with open("settings.json") as f:
    FIRST = f.readline()
    LATER = f.read()
with open("settings.json") as f:
    TWICE = json.loads(f.read())
    REST = f.read()
f = open("settings.json")
for turn in range(2):
    LAST = f.read()
with open("written.json") as f:
    WRITTEN = json.load(f)


def save():
    with open("written.json", "w") as file:
        json.dump({"n": 1}, file)


@cuda.jit
def later(out):
    out[0] = len(LATER)


@cuda.jit
def rest(out):
    out[0] = len(REST)


@cuda.jit
def last(out):
    out[0] = len(LAST)


@cuda.jit
def written(out):
    out[0] = WRITTEN["n"]
