"""Small modules for host programs: bisect, heapq, textwrap, json, struct, logging, warnings, sys."""

import json
import struct

import _host

def nlargest(n, iterable, key=None): return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
def nsmallest(n, iterable, key=None): return sorted(iterable, key=key)[:max(n, 0)]

def dedent(text):
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    full = [line for line in lines if line]
    # What all begin with is what the first and the last in order begin with.
    first, last, count = min(full, default=""), max(full, default=""), 0
    while count < min(len(first), len(last)) and first[count] == last[count] and first[count] in " \t":
        count += 1
    return "\n".join([line[count:] for line in lines])

def indent(text, prefix): return "".join([prefix + line if line.strip() else line for line in text.splitlines(True)])

def load(fp): return json.loads(fp.read())

class Struct:
    def __init__(self, format): self.format, self.size = format, struct.calcsize(format)
    def pack(self, *values): return struct.pack(self.format, *values)
    def unpack(self, buffer): return struct.unpack(self.format, buffer)
    def unpack_from(self, buffer, offset=0): return struct.unpack_from(self.format, buffer, offset)

NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = range(0, 60, 10)

class Logger:
    def __init__(self, name=None): self.name, self.handlers, self.propagate = name, [], True
    def _nothing(self, *args, **keywords): pass

    debug = info = warning = error = critical = exception = log = setLevel = addHandler = _nothing

def getLogger(name=None): return Logger(name)
def filterwarnings(action, *args, **keywords): _host.unknown_if(action == "error", "warnings that are errors are not followed")

simplefilter = filterwarnings

class Version:
    """Python's version: 3, and at least 3.8."""

    major = 3

    def _compared(self, other, known):
        if not isinstance(other, tuple) or (3, 8) < other[:2] < (4,):
            self._unknown()
        return known == (other[:2] <= (3, 8))

    def __ge__(self, other): return self._compared(other, True)
    def __lt__(self, other): return self._compared(other, False)
    def __getitem__(self, i): return 3 if i == 0 else self._unknown()
    def _unknown(self, *args): _host.unknown("Python's version is not known")

    __gt__, __le__ = __ge__, __lt__
    __eq__ = __ne__ = __iter__ = __len__ = __hash__ = __str__ = __repr__ = _unknown
    minor = micro = property(_unknown)

version_info = Version()

def exit(status=None): raise SystemExit(status)
