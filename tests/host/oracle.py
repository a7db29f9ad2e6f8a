"""Runs programs under CPython, each in a process of its own, and describes their names."""

import builtins
import json
import os
import signal
import sys
import types

import fakes
from describe import Writer

_SECONDS = 10


def _own_test(modules, package):
    """Whether a class was made by the program's files, by its `__module__`; types.new_class and the like included."""
    known = set(modules) | {"__main__"}

    def is_own(cls):
        module = getattr(cls, "__module__", None)
        return module in known or bool(package) and isinstance(module, str) and module.partition(".")[0] == package

    return is_own


def _names(space, writer):
    found = {}
    for name, value in space.items():
        if name.startswith("__") or isinstance(value, types.ModuleType):
            continue
        try:
            found[name] = writer.describe(value)
        except Exception:  # TooMuch, or a property of the value itself
            found[name] = None
    return found


def _line(error):
    """Of the program's own file, as text that is in the order of the lines."""
    step = error.__traceback__.tb_next
    return f"{step.tb_lineno if step is not None else 0:06}"


def _mend_exec():
    """In Python 3.12 the locals() of a module that holds a comprehension may be a copy of its globals(), so that names
    which exec binds are lost. In 3.11 and 3.13 they are not, nor in kernelc."""
    original = builtins.exec

    def exec_in_module(source, globals=None, locals=None, **closure):
        caller = sys._getframe(1)
        if globals is None:
            globals = caller.f_globals
            locals = globals if locals is None and caller.f_code.co_name == "<module>" else locals or caller.f_locals
        original(source, globals, locals, **closure)

    builtins.exec = exec_in_module


def _execute(path, seed, numpy, package):
    folder = os.path.dirname(path)
    modules = [] if package else [f[:-3] for f in os.listdir(folder) if f.endswith(".py")]
    is_own = _own_test(modules, package)
    fakes.install_numba()
    if seed is not None:
        fakes.install(fakes.Behaviour(seed, is_own))
    main = types.ModuleType("__main__")
    main.__file__ = path
    sys.modules["__main__"] = main
    sys.path[0] = folder
    sys.argv = [path]
    sys.dont_write_bytecode = True
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    end = "end"
    with open(path) as file:
        text = file.read()
    if sys.version_info[:2] == (3, 12):
        _mend_exec()
    try:
        exec(compile(text, path, "exec"), main.__dict__)
    except fakes.Launched:
        end = "end"
    except SystemExit as error:
        # The line of the program that led there.
        end = f"exit {_line(error)}"
    except BaseException as error:
        end = f"error {_line(error)} {type(error).__name__}: {error}"
    return {"end": end, "names": _names(main.__dict__, Writer(is_own, numpy))}


def run(path, seed=None, numpy=None, package=""):
    """{"end": "end" or the exception, "names": {name: text or None}} of a run with that behaviour; None where it hangs."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(read)
            signal.alarm(_SECONDS)
            sys.setrecursionlimit(3000)
            answer = json.dumps(_execute(path, seed, numpy, package)).encode()
            with os.fdopen(write, "wb") as pipe:
                pipe.write(answer)
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(answer) if status == 0 else None
