#!/usr/bin/env python3
"""Plain host programs, and those whose constants were once wrong: what kernelc makes of them against what CPython had.

    plain_programs.py --tool bin/host_values     compares; at least 95 % of the names of plain programs must be known
    plain_programs.py --record                   writes the expectations anew, with this Python and its NumPy
"""

import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True

import compare  # noqa: E402

_HERE = os.path.dirname(os.path.abspath(__file__))
_LEAST_KNOWN = 0.95


def programs(folder):
    """(name, {file: text}) of each section of the texts there."""
    for text in sorted(os.listdir(os.path.join(_HERE, folder))):
        if not text.endswith(".txt"):
            continue
        with open(os.path.join(_HERE, folder, text)) as file:
            sections = re.split(r"^#### (.*)\n", file.read(), flags=re.MULTILINE)[1:]
        for name, body in zip(sections[::2], sections[1::2]):
            parts = re.split(r"^##== (.*)\n", body, flags=re.MULTILINE)
            files = {"main.py": parts[0].strip() + "\n"}
            files.update({path: part.strip("\n") + "\n" for path, part in zip(parts[1::2], parts[2::2])})
            yield f"{text[:-4]}: {name}", files


def write(files, folder):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    return os.path.join(folder, "main.py")


def record(folder):
    import oracle
    numpy = None
    if folder == "plain":
        import numpy
    expected = {}
    for name, files in programs(folder):
        with tempfile.TemporaryDirectory() as place:
            path = write(files, place)
            seeds = [None] if folder == "plain" else range(12)
            runs = [oracle.run(path, seed, numpy) for seed in seeds]
            ended = [run for run in runs if folder != "plain" or run["end"] == "end"]
            if len(ended) != len(runs):
                raise SystemExit(f"{name} ended with {runs[0]['end']}")
            kept = [run["names"] for run in ended if run["end"] == "end" or run["end"].startswith("exit ")]
            expected[name] = [json.loads(json.dumps(names).replace(place, "<folder>")) for names in _distinct(kept)]
    with open(os.path.join(_HERE, folder, "expected.json"), "w") as file:
        json.dump(expected, file, indent=0, sort_keys=True)
        file.write("\n")


def _distinct(runs):
    found = []
    for run in runs:
        if run not in found:
            found.append(run)
    return found


def check(folder, tool, shows_unknown):
    with open(os.path.join(_HERE, folder, "expected.json")) as file:
        expected = json.load(file)
    counts = compare.Counts()
    asked = compare.Tool(tool)
    for name, files in programs(folder):
        with tempfile.TemporaryDirectory() as place:
            answer = asked.ask(write(files, place))
            if answer is None:
                print(f"wrong: {name}: crash or hang")
                counts.wrong += 1
                continue
            answer = json.loads(json.dumps(answer).replace(place, "<folder>"))
        these, faults = compare.compare(answer, expected[name])
        counts.add(these)
        for fault in faults:
            print(f"wrong: {name}: {fault[0]}: {str(fault[1])[:200]}, CPython has {str(fault[2])[:200]}")
        for each, said in answer.items() if shows_unknown else ():
            if "unknown" in said or compare.UNKNOWN in said["value"]:
                print(f"unknown: {name}, line {said.get('line')}: {each}: {said.get('unknown', said.get('value'))}")
    asked.close()
    print(f"{folder}: {counts}")
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/bin/host_values")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--unknown", action="store_true", help="print what is unknown in plain programs")
    options = parser.parse_args()
    if options.record:
        record("plain")
        record("causes")
        return 0
    plain = check("plain", options.tool, options.unknown)
    causes = check("causes", options.tool, options.unknown)
    if plain.known_share() < _LEAST_KNOWN:
        print(f"fewer than {100 * _LEAST_KNOWN:.0f} % of plain names known")
        return 1
    return 1 if plain.wrong + causes.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
