#!/usr/bin/env python3
"""Random host programs under CPython and under kernelc: each module-level name must be equal or unknown.

Ends with status 1 where one is wrong, or where less than 85 % of the names are known in programs without unknown libraries.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True

# Loaded before the programs' processes are forked, so that these do not load them again.
import abc, array, bisect, collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools  # noqa: E401, E402, F401
import heapq, importlib.util, itertools, json, logging, math, operator, pathlib, random, re, statistics, string, struct  # noqa: E401, E402, F401
import textwrap, types, typing, warnings, zlib  # noqa: E401, E402, F401

import compare  # noqa: E402
import oracle  # noqa: E402
from generator import generate  # noqa: E402

_BEHAVIOURS = 5
_LEAST_KNOWN = 0.85


def write(program, folder):
    os.makedirs(folder, exist_ok=True)
    for name, text in program.files.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    return os.path.join(folder, "main.py")


def run_behaviours(path, seed, is_unknown):
    """The names of each run that counts, and whether it came to the program's end."""
    if not is_unknown:
        result = oracle.run(path)
        return ([], True) if result is None else ([result["names"]], result["end"] == "end")
    runs = []
    for number in range(_BEHAVIOURS):
        result = oracle.run(path, seed * 100 + number)
        # A failure that may or may not happen, caught by nothing, ends what uses these names; so does leaving early.
        if result is not None and result["end"] == "end":
            runs.append(result["names"])
    return runs, True


class Comparison:
    def __init__(self, options):
        self.options = options
        self.tool = compare.Tool(options.tool)
        self.counts = {False: compare.Counts(), True: compare.Counts()}
        self.folder = tempfile.mkdtemp(prefix="host_programs_")
        self.crashes = 0
        self.faults = 0

    def one(self, seed):
        program = generate(seed)
        path = write(program, self.folder)
        runs, is_whole = run_behaviours(path, seed, program.unknown)
        answer = self.tool.ask(path)
        if answer is not None and not is_whole and any("unknown" in said or compare.UNKNOWN in said.get("value", "")
                                                       for said in answer.values()):
            # What ends it may depend on what is not known: then its names are those of runs that go on.
            runs = []
        if answer is None:
            self.crashes += 1
            self.counts[program.unknown].wrong += 1
            self.report(seed, program, [("", "crash or hang", "")])
        elif runs:
            counts, faults = compare.compare(answer, runs)
            self.counts[program.unknown].add(counts)
            if faults:
                self.report(seed, program, faults)
            if self.options.unknown and not program.unknown:
                for name, said in answer.items():
                    if "unknown" in said:
                        print(f"unknown: seed {seed}, line {said.get('line')}: {name}: {said['unknown']}")
        for name in program.files:
            os.remove(os.path.join(self.folder, name))

    def report(self, seed, program, faults):
        self.faults += 1
        if self.faults <= self.options.show:
            for name, ours, theirs in faults:
                print(f"wrong: seed {seed}: {name}: {str(ours)[:200]}, CPython has {str(theirs)[:200]}")
        if self.options.keep:
            write(program, os.path.join(self.options.keep, f"seed_{seed}"))

    def close(self):
        self.tool.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/bin/host_values", help="the program to test")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many programs")
    parser.add_argument("--seconds", type=float, default=0, help="stop after that time; 0: run all")
    parser.add_argument("--keep", help="a folder for programs with wrong names")
    parser.add_argument("--show", type=int, default=20, help="how many programs with wrong names are printed")
    parser.add_argument("--unknown", action="store_true", help="print what is unknown in programs without unknown libraries")
    parser.add_argument("--print", action="store_true", help="print the programs instead")
    return parser.parse_args()


def main():
    options = parse()
    seeds = range(options.first, options.first + options.count)
    if options.print:
        for seed in seeds:
            for name, text in generate(seed).files.items():
                print(f"# --- seed {seed}, {name}\n{text}")
        return 0
    begin = time.monotonic()
    tested = Comparison(options)
    done = 0
    try:
        for seed in seeds:
            if options.seconds and time.monotonic() - begin > options.seconds:
                break
            tested.one(seed)
            done += 1
    finally:
        tested.close()
    plain, unknown = tested.counts[False], tested.counts[True]
    print(f"{done} programs in {time.monotonic() - begin:.0f} s, {tested.faults} with wrong names, {tested.crashes} crashes or hangs")
    print(f"without unknown libraries: {plain}")
    print(f"with unknown libraries: {unknown}")
    enough = plain.known_share() >= _LEAST_KNOWN
    if not enough:
        print(f"fewer than {100 * _LEAST_KNOWN:.0f} % known")
    return 0 if enough and plain.wrong + unknown.wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
