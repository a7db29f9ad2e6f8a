#!/usr/bin/env python3
"""Random programs of NumPy: what kernelc makes of them against what NumPy had.

    numpy_programs.py --tool bin/host_values          compares with numpy/expected.json
    numpy_programs.py --count 5000 --first 1000       compares with this Python's NumPy
    numpy_programs.py --record                        writes the expectations of 150 programs anew
"""

import argparse
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True

import compare  # noqa: E402
import oracle  # noqa: E402
from numpy_generator import generate  # noqa: E402

_EXPECTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy", "expected.json")
_RECORDED = 150
# Types and the order of ties are the machine's and the version's; what is left is known.
_LEAST_KNOWN = 0.85


def _write(text, folder):
    path = os.path.join(folder, "main.py")
    with open(path, "w") as file:
        file.write(text)
    return path


def _run(seed, folder):
    import numpy
    with numpy.errstate(all="ignore"):
        return oracle.run(_write(generate(seed), folder), None, numpy)["names"]


def record():
    with tempfile.TemporaryDirectory() as folder:
        expected = [_run(seed, folder) for seed in range(_RECORDED)]
    with open(_EXPECTED, "w") as file:
        json.dump(expected, file, indent=0)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/bin/host_values")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=0, help="with this Python's NumPy")
    parser.add_argument("--unknown", action="store_true", help="print what is unknown")
    options = parser.parse_args()
    if options.record:
        record()
        return 0
    expected = None
    if not options.count:
        with open(_EXPECTED) as file:
            expected = json.load(file)
    counts = compare.Counts()
    tool = compare.Tool(options.tool)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + (options.count or _RECORDED)):
            names = expected[seed] if expected is not None else _run(seed, folder)
            answer = tool.ask(_write(generate(seed), folder))
            if answer is None:
                print(f"wrong: seed {seed}: crash or hang")
                counts.wrong += 1
                continue
            these, faults = compare.compare(answer, [names])
            counts.add(these)
            for name, ours, theirs in faults:
                print(f"wrong: seed {seed}: {name}: {str(ours)[:150]}, NumPy has {str(theirs)[:150]}")
            for name, said in answer.items() if options.unknown else ():
                if "unknown" in said:
                    print(f"unknown: seed {seed}, line {said.get('line')}: {name}: {said['unknown']}")
    tool.close()
    print(f"NumPy: {counts}")
    return 0 if counts.wrong == 0 and counts.known_share() >= _LEAST_KNOWN else 1


if __name__ == "__main__":
    sys.exit(main())
