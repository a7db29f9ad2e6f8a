"""What bin/host_values says of files, against what CPython has."""

import json
import os
import re
import selectors
import subprocess

UNKNOWN = "<unknown>"
_SECONDS = 10
_CODE = ("<function>", "<class ")


class Tool:
    """One process of bin/host_values that answers file by file; a new one after a crash or a hang."""

    def __init__(self, path):
        self.path = path
        self.process = None

    def ask(self, file):
        """{name: {"value": text} or {"unknown": why}}; None where the tool crashed or hung."""
        if self.process is None:
            self.process = subprocess.Popen([self.path, "--list"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                            env={"PATH": os.environ.get("PATH", "")})
        try:
            self.process.stdin.write(file.encode() + b"\n")
            self.process.stdin.flush()
            return json.loads(self._line())
        except (OSError, ValueError):
            self.close()
            return None

    def _line(self):
        held = b""
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            while not held.endswith(b"\n"):
                if not waiting.select(_SECONDS):
                    raise OSError("no answer")
                part = os.read(self.process.stdout.fileno(), 1 << 16)
                if not part:
                    raise OSError("ended")
                held += part
        return held

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None


def is_like(known, actual):
    """Whether `known`, parts of which may be unknown, can be `actual`."""
    if UNKNOWN not in known:
        return known == actual
    first, *parts, last = known.split(UNKNOWN)
    place = len(first)
    for part in parts:
        # The first place where a part stands leaves most to those behind it.
        found = actual.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return actual.startswith(first) and actual.endswith(last) and len(actual) - len(last) >= place


class Counts:
    def __init__(self):
        self.equal = 0
        self.unknown = 0
        self.wrong = 0
        self.not_compared = 0

    def add(self, other):
        self.equal += other.equal
        self.unknown += other.unknown
        self.wrong += other.wrong
        self.not_compared += other.not_compared

    def known_share(self):
        return self.equal / max(1, self.equal + self.unknown + self.wrong)

    def __str__(self):
        return (f"{self.equal} equal, {self.unknown} unknown, {self.wrong} wrong ({100 * self.known_share():.1f} % known), "
                f"{self.not_compared} not compared")


def compare(answer, runs):
    """Counts and faults [(name, ours, CPython's)]; `runs` are the names of each behaviour of the unknown libraries."""
    counts = Counts()
    faults = []
    # `from x import *` of something unknown: any name may be bound.
    any_name = "*" in answer
    names = dict.fromkeys(name for run in runs for name in run)
    names.update(dict.fromkeys(name for name, said in answer.items() if "value" in said))
    for name in names:
        said = answer.get(name)
        if said is None and any_name:
            counts.unknown += 1
            continue
        known = said.get("value") if said is not None else None
        if said is not None and known is None:
            counts.unknown += 1
            continue
        bad = next((run for run in runs if _differs(name, said, known, run)), None)
        if bad is not None:
            counts.wrong += 1
            faults.append((name, known, bad.get(name, "not bound")))
        elif said is None or known.startswith(_CODE) or any(run.get(name, "") is None for run in runs):
            counts.not_compared += 1
        elif UNKNOWN in known:
            counts.unknown += 1
        else:
            counts.equal += 1
    return counts, faults


def _differs(name, said, known, run):
    if said is None:
        # Not bound in ours.
        return name in run
    if name not in run:
        # Modules are left out there.
        return known not in ("<object>", "<module>")
    if run[name] is None or run[name] == "<object>":
        return False
    # Code has no value, and what is a class in Python's library may be a function here.
    both = (known, run[name])
    if all(text.startswith((*_CODE, "<of a library>")) for text in both) and "<function>" in both:
        return False
    return not is_like(known, run[name])
