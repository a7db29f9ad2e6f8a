"""NumPy's files for host programs: arrays that np.save and np.savez wrote."""

import os
import struct

import _host
import numpy as np


def _bytes_of(file):
    data = _host.read_file(os.fspath(file)) if isinstance(file, str) or hasattr(file, "__fspath__") else None
    if data is None:
        _host.unknown("this file is not an input of the program")
    return data


def _array_of(data):
    if data[:6] != b"\x93NUMPY" or data[6] > 3:
        _host.unknown("a file of this form is not followed")
    size, begin = (struct.unpack("<H", data[8:10])[0], 10) if data[6] == 1 else (struct.unpack("<I", data[8:12])[0], 12)
    header = eval(data[begin:begin + size].decode().strip())
    kind, shape = np.dtype(header["descr"]), header["shape"]
    count = 1
    for n in shape:
        count *= n
    flat = np.frombuffer(data, kind, count, begin + size)
    return flat.reshape(shape[::-1]).T.copy(order="F") if header["fortran_order"] else flat.reshape(shape).copy()


class NpzFile(dict):
    """The arrays of a zip file that holds them as they are; found by its directory at the end."""

    def __init__(self, data):
        super().__init__()
        end = data.rfind(b"PK\x05\x06")
        count, place = struct.unpack("<H", data[end + 10:end + 12])[0], struct.unpack("<I", data[end + 16:end + 20])[0]
        for _ in range(count):
            method, size = struct.unpack("<H", data[place + 10:place + 12])[0], struct.unpack("<I", data[place + 24:place + 28])[0]
            if method != 0 or size == 0xffffffff:
                _host.unknown("compressed arrays are not followed")
            name, extra, comment = [struct.unpack("<H", data[place + i:place + i + 2])[0] for i in (28, 30, 32)]
            start = struct.unpack("<I", data[place + 42:place + 46])[0]
            begin = start + 30 + sum([struct.unpack("<H", data[start + i:start + i + 2])[0] for i in (26, 28)])
            self[data[place + 46:place + 46 + name].decode().removesuffix(".npy")] = _array_of(data[begin:begin + size])
            place += 46 + name + extra + comment
        self.files = list(self)

    def __getitem__(self, key):
        # Each time another array.
        return np.copy(super().__getitem__(key if key in self else key.removesuffix(".npy")))

    def values(self):
        return [self[key] for key in self.files]

    def items(self):
        return [(key, self[key]) for key in self.files]

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def load(file, mmap_mode=None, allow_pickle=False):
    data = _bytes_of(file)
    return NpzFile(data) if data[:4] == b"PK\x03\x04" else _array_of(data)


def fromfile(file, dtype=float, count=-1, sep="", offset=0):
    if sep != "":
        _host.unknown("np.fromfile of texts is not followed")
    data = _bytes_of(file)[offset:]
    whole = len(data) // np.dtype(dtype).itemsize
    return np.frombuffer(data[:whole * np.dtype(dtype).itemsize], dtype, whole if count < 0 else min(count, whole)).copy()
