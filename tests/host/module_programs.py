#!/usr/bin/env python3
"""Files that others wrote, as host programs: each module-level name must be equal or unknown.

    module_programs.py FILE...                      each alone in a folder
    module_programs.py --package FOLDER...          each module of a package, imported
    module_programs.py --tests FILE...              methods of unittest, each a program: what is asserted becomes names

Uses the Python that runs it, and its NumPy.
"""

import argparse
import ast
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import compare  # noqa: E402
import oracle  # noqa: E402
import test_methods  # noqa: E402

_SLOW_SECONDS = 1
_CODE = ("<class ", "<function>", "<object>")


def without_main(text):
    """The text without what it does as a script."""
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) and "__main__" in ast.unparse(node.test):
            lines[node.lineno - 1:node.end_lineno] = ["pass\n"] + ["\n"] * (node.end_lineno - node.lineno)
    return "".join(lines)


def files_in(folder):
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.join(place, name)


def read(path, change):
    """What `change` makes of the text of a file; None where it is no text of Python."""
    try:
        with open(path) as file:
            return change(file.read())
    except (OSError, SyntaxError, ValueError):
        return None


def alone(paths):
    """(what it is, path, its package) of each program, written as it is asked for."""
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            main = os.path.join(folder, "main.py")
            text = read(path, without_main)
            if text is None:
                continue
            with open(main, "w") as file:
                file.write(text)
            yield path, main, ""


def bound_names(text):
    """Names that a module's own statements may give a value."""
    found = {}
    for statement in ast.parse(text).body:
        for node in [statement] if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) else ast.walk(statement):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[node.name] = True
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = True
    return [name for name in found if not name.startswith("__")]


def in_package(folders):
    """A program that imports the module, for each of a package."""
    for folder in folders:
        name = os.path.basename(folder)
        with tempfile.TemporaryDirectory() as root:
            os.symlink(folder, os.path.join(root, name))
            main = os.path.join(root, "main.py")
            for path in files_in(os.path.join(root, name)):
                module = os.path.relpath(path, root)[:-3].replace(os.sep, ".").removesuffix(".__init__")
                names = read(path, bound_names)
                if names is None:
                    continue
                with open(main, "w") as file:
                    file.write(f"import {module} as _m\n")
                    for each in names:
                        file.write(f"try: {each} = _m.{each}\nexcept AttributeError: pass\n")
                yield module, main, name


def methods(paths):
    for path in paths:
        try:
            with open(path) as file:
                programs = list(test_methods.programs(file.read()))
        except (OSError, SyntaxError, ValueError):
            continue
        for name, text in programs:
            with tempfile.TemporaryDirectory() as folder:
                main = os.path.join(folder, "main.py")
                with open(main, "w") as file:
                    file.write(text)
                yield f"{path}: {name}", main, ""


class Comparison:
    def __init__(self, options):
        self.options = options
        self.tool = compare.Tool(options.tool)
        self.counts = compare.Counts()
        self.done = self.not_run = self.faults = 0
        try:
            import numpy
        except ImportError:
            numpy = None
        self.numpy = numpy

    def one(self, what, path, package):
        begin = time.monotonic()
        answer = self.tool.ask(path)
        seconds = time.monotonic() - begin
        if seconds > _SLOW_SECONDS:
            print(f"slow: {what}: {seconds:.1f} s", flush=True)
        if answer is None:
            self.fault(what, path, [("", "crash or hang", "")])
            return
        run = oracle.run(path, None, self.numpy, package)
        if run is None or run["end"] != "end":
            self.not_run += 1
            if self.options.ends:
                print(f"not run: {what}: {run and run['end']}")
            return
        counts, faults = compare.compare(answer, [run["names"]])
        # What a class of the library is called, and whether it is one, differs.
        code = [fault for fault in faults if all(str(text).startswith(_CODE) for text in fault[1:])]
        faults = [fault for fault in faults if fault not in code]
        counts.wrong -= len(code)
        counts.not_compared += len(code)
        self.done += 1
        self.counts.add(counts)
        if self.options.unknown:
            for name, said in answer.items():
                if "unknown" in said:
                    print(f"unknown: {what}, line {said.get('line')}: {name}: {said['unknown']}")
        if faults:
            self.fault(what, path, faults)

    def fault(self, what, path, faults):
        self.faults += 1
        for name, ours, theirs in faults[:5]:
            print(f"wrong: {what}: {name}: {(ours or 'not bound')[:200]}, CPython has {str(theirs)[:200]}", flush=True)
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            shutil.copy(path, os.path.join(self.options.keep, f"{self.faults}.py"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/bin/host_values")
    parser.add_argument("--package", action="store_true")
    parser.add_argument("--tests", action="store_true")
    parser.add_argument("--unknown", action="store_true", help="print what is unknown")
    parser.add_argument("--ends", action="store_true", help="print what is not compared, as Python's run did not end")
    parser.add_argument("--keep", help="a folder for programs with wrong names")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    options.tool = os.path.abspath(options.tool)
    options.keep = options.keep and os.path.abspath(options.keep)
    options.paths = [os.path.abspath(path) for path in options.paths]
    begin = time.monotonic()
    # What programs write stays there.
    place = tempfile.TemporaryDirectory()
    os.chdir(place.name)
    tested = Comparison(options)
    for program in (in_package if options.package else methods if options.tests else alone)(options.paths):
        tested.one(*program)
    tested.tool.close()
    print(f"{tested.done} programs in {time.monotonic() - begin:.0f} s, {tested.not_run} more that Python did not end, "
          f"{tested.faults} with wrong names: {tested.counts}")
    return 1 if tested.faults else 0


if __name__ == "__main__":
    sys.exit(main())
