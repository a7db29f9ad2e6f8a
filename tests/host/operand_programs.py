#!/usr/bin/env python3
"""Every operator, conversion and index on values of many types, pair by pair: kernelc has Python's result, Python's
exception, or says that it does not know.

    operand_programs.py --tool bin/host_values               a slice
    operand_programs.py --tool bin/host_values --every 1     all (about 100,000 expressions with NumPy, 70,000 without, a minute)
"""

import argparse
import itertools
import os
import sys
import tempfile

sys.dont_write_bytecode = True

import compare  # noqa: E402
import oracle  # noqa: E402

_HEAD = """import collections, copy, decimal, enum, fractions, json, math, operator, pathlib, types
from collections import Counter, OrderedDict, deque, namedtuple
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
class Plain: pass
class Integer(int): pass
class Numbers(list): pass
class Text(str): pass
class Colour(enum.Enum): RED = 1
class Level(enum.IntEnum): LOW = 2
class Access(enum.Flag): READ = 1
Pair = namedtuple("Pair", "a b")
def function(): pass
"""

_VALUES = """3 | True | -2 | 2.5 | 1+2j | None | ... | "ab" | b"ab" | bytearray(b"ab") | [1, 2] | (1, 2) | {1: 2} | {1, 2} |
frozenset([1]) | range(3) | {1: 2}.keys() | {1: 2}.items() | {1: 2}.values() | deque([1, 2]) | Counter("ab") |
OrderedDict(a=1) | Fraction(1, 2) | Decimal("1.5") | Path("a") | Plain | Plain() | Integer(3) | Numbers([1]) | Text("q") |
Colour.RED | Level.LOW | Access.READ | Pair(1, 2) | function | int | "%d" | b"%d" | slice(1, 2) |
types.SimpleNamespace(a=1) | iter([1]) | zip([1]) | (x for x in [1]) | NotImplemented | len | "".join | math"""

_NUMPY_VALUES = """np.int8(3) | np.float32(1.5) | np.arange(2) | np.bool_(True) | np.uint64(3) | np.float32 |
np.dtype("i4") | np.array(5) | np.zeros((0,)) | np.complex64(1j)"""

_OPERATORS = "+ - * / // % ** << >> & | ^ @ < == in is".split()
_IN_PLACE = "+ - * / // % ** << >> & | ^ @".split()

# `$` is the value.
_FORMS = """-$ ; +$ ; ~$ ; not $ ; len($) ; list($) ; tuple($) ; set($) ; dict($) ; int($) ; float($) ; complex($) ;
bool($) ; str($) ; bytes($) ; bytearray($) ; sorted($) ; sum($) ; min($) ; max($) ; abs($) ; round($) ; next($) ; any($) ;
all($) ; ($)[0] ; ($)[0:1] ; ($)["a"] ; [*$] ; {**$} ; hex($) ; chr($) ; ord($) ; range($) ; callable($) ; divmod($, 2) ;
pow($, 2) ; pow(2, $) ; isinstance($, int) ; "%s" % ($,) ; "%d" % ($,) ; "{}".format($) ; "{:5}".format($) ; "".join($) ;
getattr($, "a", 7) ; hasattr($, "real") ; [1, 2, 3][$] ; {1: 2}[$] ; {1: 2}.get($) ; "ab".split($) ; type($).__name__ ;
[0] * ($) ; 1 if $ else 2 ; [x for x in $] ; (lambda *a: a)(*$) ; math.sqrt($) ; math.floor($) ; operator.index($) ;
json.dumps($) ; frozenset($) ; Fraction($) ; deque($) ; Counter($) ; ($).copy() ; ($).real ; ($).count(1) ; ($).index(1)"""

_NUMPY_FORMS = """np.asarray($) ; np.array($) ; np.zeros($) ; np.sum($) ; np.float32($) ; np.dtype($) ; np.sqrt($) ;
np.arange(4)[$] ; np.arange($) ; np.int32($) ; np.ones($, np.int8) ; ($).shape ; ($).sum() ; ($).tolist()"""


def _split(text, by):
    return [part.strip() for part in text.split(by)]


def statements(has_numpy):
    """What gives `RESULT` its value, each."""
    values = _split(_VALUES, " |") + (_split(_NUMPY_VALUES, " |") if has_numpy else [])
    forms = _split(_FORMS, " ;") + (_split(_NUMPY_FORMS, " ;") if has_numpy else [])
    for form, value in itertools.product(forms, values):
        yield f"RESULT = {form.replace('$', value)}"
    for operator, a, b in itertools.product(_OPERATORS, values, values):
        yield f"RESULT = ({a}) {operator} ({b})"
    for operator, a, b in itertools.product(_IN_PLACE, values, values):
        yield f"RESULT = {a}; RESULT {operator}= {b}"


def program(lines, has_numpy):
    text = _HEAD + ("import numpy as np\n" if has_numpy else "")
    for i, line in enumerate(lines):
        text += f"try: {line}\nexcept Exception as e: RESULT = 'raises ' + type(e).__name__\n".replace("RESULT", f"v{i}")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/bin/host_values")
    parser.add_argument("--every", type=int, default=5, help="takes one statement of so many")
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    try:
        import numpy
    except ImportError:
        numpy = None
    lines = list(statements(numpy is not None))[options.first % options.every::options.every]
    counts = compare.Counts()
    tool = compare.Tool(options.tool)
    for start in range(0, len(lines), 100):
        part = lines[start:start + 100]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "main.py")
            with open(path, "w") as file:
                file.write(program(part, numpy is not None))
            run = oracle.run(path, None, numpy)
            answer = tool.ask(path)
        if run is None:
            # Python took too long.
            continue
        if run["end"] != "end":
            raise SystemExit(f"{part[0]!r} to {part[-1]!r} ended with {run['end']}")
        if answer is None:
            print(f"wrong: crash or hang between {part[0]!r} and {part[-1]!r}")
            counts.wrong += 1
            continue
        these, faults = compare.compare(answer, [run["names"]])
        counts.add(these)
        for name, ours, theirs in faults:
            line = part[int(name[1:])] if name[1:].isdigit() else name
            print(f"wrong: {line}: {str(ours)[:100]}, CPython has {str(theirs)[:100]}")
    tool.close()
    print(counts)
    return 1 if counts.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
