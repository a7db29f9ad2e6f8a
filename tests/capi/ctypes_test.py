"""The C API from Python's ctypes: python3 ctypes_test.py LIBKERNELC"""

import ctypes as c
import sys

library = c.CDLL(sys.argv[1])
library.kernelc_last_error_message.restype = c.c_char_p

FLOAT32, ORDER_C, ARG_SCALAR, ARG_ARRAY, COMPILE = 10, 0, 1, 2, 17


class Value(c.Union):
    _fields_ = [("f32", c.c_float), ("array", c.c_void_p), ("c128", c.c_double * 2)]


class Arg(c.Structure):
    _fields_ = [("kind", c.c_int32), ("dtype", c.c_int32), ("value", Value)]


class Diagnostic(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("severity", c.c_char_p), ("kind", c.c_char_p),
                ("message", c.c_char_p), ("file", c.c_char_p), ("line", c.c_uint32),
                ("column", c.c_uint32), ("help", c.c_char_p)]


class KernelcError(Exception):
    pass


def call(name, *args):
    if getattr(library, name)(*args) != 0:
        raise KernelcError(library.kernelc_last_error_message().decode())


def handle(name, *args):
    result = c.c_void_p()
    call(name, *args, c.byref(result))
    return result


text = b"""
from kernelc import *

@kernel
def scale(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] *= factor
"""

context = handle("kernelc_context_create", b"cpu")
program = handle("kernelc_program_from_source", text, c.c_size_t(len(text)), b"scale.py", None)
kernel = handle("kernelc_program_kernel", program, b"scale")

data = (c.c_float * 1000)(*range(1000))
shape = (c.c_int64 * 1)(1000)
array = handle("kernelc_array_wrap_host", context, data, FLOAT32, 1, shape, ORDER_C, None, None)

args = (Arg * 2)(Arg(ARG_ARRAY, 0, Value(array=array)), Arg(ARG_SCALAR, FLOAT32, Value(f32=2.0)))
call("kernelc_launch_for_all", kernel, c.c_int64(1000), None, args, c.c_size_t(2))
call("kernelc_context_synchronize", context)
assert list(data) == [2.0 * i for i in range(1000)]

try:
    handle("kernelc_program_from_source", b"def (:\n", c.c_size_t(7), b"bad.py", None)
except KernelcError as error:
    diagnostic = Diagnostic(c.sizeof(Diagnostic))
    call("kernelc_last_diagnostic", c.c_size_t(0), c.byref(diagnostic))
    assert diagnostic.line == 1 and b"bad.py" == diagnostic.file, str(error)
else:
    raise SystemExit("a wrong file was taken")

for kind, value in [("array", array), ("kernel", kernel), ("program", program), ("context", context)]:
    call(f"kernelc_{kind}_destroy", value)
print("done")
