"""open(), np.load() of an array and compile() for host programs: files that are inputs. What is written goes nowhere."""

import os

import _host

_WRITTEN = []

class open:
    def __init__(self, file, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        self.name, self.mode, self.closed, self._held = os.fspath(file), mode, False, None
        if mode in ("r", "rt", "rb") and self.name not in _WRITTEN:
            self._held = self._read_all(encoding, errors, newline)
        else:
            _WRITTEN.append(self.name)

    def _read_all(self, encoding, errors, newline):
        data = _host.read_file(self.name)
        _host.unknown_if(data is None, f"there is no file {self.name!r}")
        is_plain = encoding is None or encoding.lower() in ("utf-8", "utf8", "ascii")
        _host.unknown_if(errors is not None or newline is not None or not is_plain, "this argument of open() is not followed")
        if self.mode == "rb":
            return data
        _host.unknown_if(not data.isascii(), "texts of other bytes than ASCII are not followed")
        return data.decode().replace("\r\n", "\n").replace("\r", "\n")

    def read(self, size=-1):
        held = self._known()
        count = len(held) if size is None or size < 0 else size
        self._held = held[count:]
        return held[:count]

    def readline(self):
        end = self._known().find(b"\n" if self.mode == "rb" else "\n") + 1
        return self.read(end or -1)

    def _known(self): return _host.unknown("what this file holds is not known") if self._held is None else self._held
    def readlines(self): return list(self)
    def __iter__(self): return self
    def __enter__(self): return self
    def __exit__(self, *error): self.close()
    def close(self): self.closed = True
    def flush(self): pass
    def write(self, *args): _host.unknown("what is written to a file is not followed")

    writelines = seek = tell = truncate = fileno = write

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

def load(file, mmap_mode=None, allow_pickle=False):
    import numpy as np
    data = _host.read_file(os.fspath(file)) if isinstance(file, str) or hasattr(file, "__fspath__") else b""
    _host.unknown_if(data is None, f"there is no file {str(file)!r}")
    _host.unknown_if(data[:7] != b"\x93NUMPY\x01" or mmap_mode is not None, "a file of this form is not followed")
    begin = 10 + int.from_bytes(data[8:10], "little")
    header = eval(data[10:begin].decode().strip())
    kind, shape = np.dtype(header["descr"]), header["shape"]
    flat = np.frombuffer(data, kind, -1, begin)
    return flat.reshape(shape[::-1]).T.copy(order="F") if header["fortran_order"] else flat.reshape(shape).copy()

class code:
    def __init__(self, source): self._exec_source = source

def compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1):
    if mode != "exec" or flags or dont_inherit or optimize != -1 or not isinstance(source, str):
        _host.unknown("this use of compile() is not followed")
    _host.check_syntax(source)
    return code(source)
