"""os and os.path for host programs, on POSIX."""

import _host

sep, altsep, pardir, curdir, linesep, name, pathsep, extsep, devnull = "/", None, "..", ".", "\n", "posix", ":", ".", "/dev/null"

def fspath(path): return path if isinstance(path, (str, bytes)) else path.__fspath__()

def join(a, *paths):
    path = fspath(a)
    for each in [fspath(each) for each in paths]:
        if each.startswith("/"):
            path = ""
        path += each if not path or path.endswith("/") else "/" + each
    return path

def split(p):
    p = fspath(p)
    i = p.rfind("/") + 1
    return p[:i].rstrip("/") or p[:i], p[i:]

def basename(p): return split(p)[1]
def dirname(p): return split(p)[0]
def isabs(s): return fspath(s).startswith("/")

def splitext(p):
    p = fspath(p)
    dot = p.rfind(".")
    return (p[:dot], p[dot:]) if dot > 0 and basename(p[:dot]).strip(".") and "/" not in p[dot:] else (p, "")

def normpath(path):
    path = fspath(path)
    slashes = len(path) - len(path.lstrip("/"))
    parts = []
    for each in [each for each in path.split("/") if each not in ("", ".")]:
        if each != ".." or not slashes and not parts or parts and parts[-1] == "..":
            parts.append(each)
        elif parts:
            parts.pop()
    return "/" * (slashes if slashes < 3 else 1) + "/".join(parts) or "."

def abspath(path): return normpath(path) if isabs(path) else _host.unknown("the current directory is not known")
def _known(part): return _host.unknown("what stands at this path is not known") if part is None else part
def realpath(path): return _known(_host.place(fspath(path))[1]) if isabs(path) else abspath(path)

def _kind(path):
    return _known(_host.place(fspath(path))[0] if isabs(path) else None if _host.read_file(fspath(path)) is None else "file")

def exists(path): return bool(_kind(path))
def isfile(path): return _kind(path) == "file"
def isdir(path): return _kind(path) == "folder"

class _Environment:
    def __init__(self): self._held = {}
    def __contains__(self, key): return self.get(key) is not None
    def _unknown(self, *args): _host.unknown("this use of the environment is not followed")

    __delitem__ = __iter__ = __len__ = keys = values = items = copy = __bool__ = _unknown

    def get(self, key, default=None):
        if not isinstance(key, str):
            raise TypeError("str expected")
        value = self._held[key] if key in self._held else _host.variable(key)
        return default if value is None else value

    def __getitem__(self, key):
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        if not isinstance(value, str):
            raise TypeError("str expected")
        self._held[key] = value

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

environ = _Environment()

def getenv(key, default=None): return environ.get(key, default)
