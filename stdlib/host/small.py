"""Small modules for host programs: bisect, heapq, textwrap, json, logging, warnings, sys."""

import json

import _host

# --- bisect

def _bisect(a, lo, hi, key, is_before):
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if is_before(a[middle] if key is None else key(a[middle])):
            lo = middle + 1
        else:
            hi = middle
    return lo

def bisect_left(a, x, lo=0, hi=None, *, key=None): return _bisect(a, lo, hi, key, lambda each: each < x)
def bisect_right(a, x, lo=0, hi=None, *, key=None): return _bisect(a, lo, hi, key, lambda each: not x < each)
def insort_left(a, x, lo=0, hi=None, *, key=None): a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)
def insort_right(a, x, lo=0, hi=None, *, key=None): a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)

bisect, insort = bisect_right, insort_right

# --- heapq: the same moves as Python's, so that lists are left in the same order

def _sift_down(heap, start, place):
    item = heap[place]
    while place > start:
        parent = (place - 1) >> 1
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item

def _sift_up(heap, place):
    end, start, item = len(heap), place, heap[place]
    child = 2 * place + 1
    while child < end:
        child += child + 1 < end and not heap[child] < heap[child + 1]
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    _sift_down(heap, start, place)

def heappush(heap, item):
    heap.append(item)
    _sift_down(heap, 0, len(heap) - 1)

def heappop(heap):
    item = heap.pop()
    if heap:
        item, heap[0] = heap[0], item
        _sift_up(heap, 0)
    return item

def heapify(x):
    for i in reversed(range(len(x) // 2)):
        _sift_up(x, i)

def nlargest(n, iterable, key=None): return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
def nsmallest(n, iterable, key=None): return sorted(iterable, key=key)[:max(n, 0)]

# --- textwrap

def dedent(text):
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if line:
            indent = line[:len(line) - len(line.lstrip(" \t"))]
            while margin is not None and not indent.startswith(margin):
                margin = margin[:-1]
            margin = indent if margin is None else margin
    return "\n".join([line[len(margin or ""):] for line in lines])

# --- json

def load(fp): return json.loads(fp.read())

# --- logging and warnings: what they write is not part of the run

NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = range(0, 60, 10)

class Logger:
    def __init__(self, name=None): self.name, self.handlers, self.propagate = name, [], True
    def _nothing(self, *args, **keywords): pass

    debug = info = warning = error = critical = exception = log = setLevel = addHandler = _nothing

def getLogger(name=None): return Logger(name)
def filterwarnings(action, *args, **keywords): _host.unknown_if(action == "error", "warnings that are errors are not followed")

simplefilter = filterwarnings

# --- sys

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
