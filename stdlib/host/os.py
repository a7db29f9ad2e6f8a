"""os and os.path for host programs, on POSIX."""

import _host

sep, altsep, pardir, curdir, linesep, name, pathsep, extsep, devnull = "/", None, "..", ".", "\n", "posix", ":", ".", "/dev/null"


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    return path.__fspath__()


def join(a, *paths):
    path = fspath(a)
    for each in paths:
        each = fspath(each)
        if each.startswith("/"):
            path = each
        elif not path or path.endswith("/"):
            path += each
        else:
            path += "/" + each
    return path


def split(p):
    p = fspath(p)
    i = p.rfind("/") + 1
    head, tail = p[:i], p[i:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    p = fspath(p)
    slash = p.rfind("/")
    dot = p.rfind(".")
    if dot > slash and p[slash + 1:dot].strip(".") != "":
        return p[:dot], p[dot:]
    return p, ""


def isabs(s):
    return fspath(s).startswith("/")


def normpath(path):
    path = fspath(path)
    if path == "":
        return "."
    slashes = 1 if path.startswith("/") else 0
    if path.startswith("//") and not path.startswith("///"):
        slashes = 2
    parts = []
    for each in path.split("/"):
        if each in ("", "."):
            continue
        if each != ".." or not slashes and not parts or parts and parts[-1] == "..":
            parts.append(each)
        elif parts:
            parts.pop()
    return "/" * slashes + "/".join(parts) or "."


def abspath(path):
    if not isabs(path):
        _host.unknown("the current directory is not known")
    return normpath(path)


def realpath(path):
    return abspath(path) if _host.finds_files() else _host.unknown("symbolic links are not known")


def exists(path):
    return True if _host.read_file(fspath(path)) is not None else _host.unknown("whether this path exists is not known")


isfile = exists


def getenv(key, default=None):
    return environ.get(key, default)


class _Environment:
    def __init__(self):
        self._held = {}

    def get(self, key, default=None):
        if not isinstance(key, str):
            raise TypeError("str expected")
        if key in self._held:
            return self._held[key]
        value = _host.variable(key)
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

    def __contains__(self, key):
        return self.get(key) is not None

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def _unknown(self, *args):
        _host.unknown("this use of the environment is not followed")

    __delitem__ = __iter__ = __len__ = keys = values = items = copy = __bool__ = _unknown


environ = _Environment()
