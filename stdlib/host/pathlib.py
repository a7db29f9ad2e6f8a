"""pathlib for host programs: what paths say, and the texts of files."""

import os

import _host

def _parsed(parts):
    """The root and the parts of a path."""
    text = os.path.join("", *parts)
    slashes = len(text) - len(text.lstrip("/"))
    return "/" * (slashes if slashes < 3 else 1), [each for each in text.split("/") if each not in ("", ".")]

class PurePath:
    def __new__(cls, *parts): return object.__new__({PurePath: PurePosixPath, Path: PosixPath}.get(cls, cls))
    def __init__(self, *parts): self._root, self._parts = _parsed(parts)

    def _of(self, root, parts):
        made = object.__new__(type(self))
        made._root, made._parts = root, parts
        return made

    def __truediv__(self, other): return type(self)(self, other) if isinstance(other, (str, PurePath)) else NotImplemented
    def joinpath(self, *others): return type(self)(self, *others)
    def __fspath__(self): return self._root + "/".join(self._parts) or "."
    def __str__(self): return self.__fspath__()
    def __repr__(self): return (_NAMES.get(type(self)) or _host.unknown("the text of this path is not known")) + f"({str(self)!r})"
    def __eq__(self, other): return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented
    def __hash__(self): return hash(str(self))
    def _unmodelled(self, *args): _host.unknown("this operation of a path is not followed")

    as_posix = __str__
    __rtruediv__ = __lt__ = __le__ = __gt__ = __ge__ = __bytes__ = _unmodelled

    def _split(self):
        dot = self.name.rfind(".")
        return (self.name[:dot], self.name[dot:]) if 0 < dot < len(self.name) - 1 else (self.name, "")

    drive = ""
    root = anchor = property(lambda self: self._root)
    parts = property(lambda self: tuple([self._root] if self._root else []) + tuple(self._parts))
    parent = property(lambda self: self._of(self._root, self._parts[:-1]))
    name = property(lambda self: self._parts[-1] if self._parts else "")
    suffix = property(lambda self: self._split()[1])
    stem = property(lambda self: self._split()[0])
    suffixes = property(lambda self: [] if self.name.endswith(".") else ["." + each for each in self.name.lstrip(".").split(".")[1:]])
    parents = property(lambda self: tuple([self._of(self._root, self._parts[:n]) for n in reversed(range(len(self._parts)))]))

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._of(self._root, self._parts[:-1] + [name])

    def is_absolute(self): return bool(self._root)

    def with_suffix(self, suffix): return self.with_name(self._split()[0] + suffix)

class Path(PurePath):
    def resolve(self, strict=False): return type(self)(os.path.realpath(self))
    def absolute(self): return self if self._root else _host.unknown("the current directory is not known")
    def exists(self): return os.path.exists(self)
    def is_file(self): return os.path.isfile(self)
    def is_dir(self): return os.path.isdir(self)
    def open(self, mode="r", *args, **keywords): return open(str(self), mode, *args, **keywords)
    def read_bytes(self): return open(str(self), "rb").read()

    def read_text(self, encoding=None, errors=None):
        with open(str(self), encoding=encoding) as file:
            return file.read()

class PurePosixPath(PurePath): pass
class PosixPath(Path, PurePosixPath): pass

_NAMES = {PosixPath: "PosixPath", PurePosixPath: "PurePosixPath"}
