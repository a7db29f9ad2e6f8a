"""Makes the files that npy_test reads, with NumPy. They are kept in the repository."""
import numpy as np

TYPES = "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16".split()


def values(dtype):
    base = np.arange(6).reshape(2, 3)
    if dtype.kind == "b":
        return (base % 2).astype(dtype)
    if dtype.kind == "c":
        return (base - 1j * base * 2).astype(dtype)
    if dtype.kind in "if":
        return (base - 2).astype(dtype)
    return base.astype(dtype)


arrays = {}
for order in "<>":
    for name in TYPES:
        dtype = np.dtype(name).newbyteorder(order)
        label = ("little_" if order == "<" else "big_") + name
        arrays["c_" + label] = np.ascontiguousarray(values(dtype))
        arrays["f_" + label] = np.asfortranarray(values(dtype))
np.savez_compressed("types.npz", **arrays)
np.savez("stored.npz", a=np.arange(4, dtype="i4"), scalar=np.float32(2.5), empty=np.zeros((0, 3)))
np.save("plain.npy", np.arange(12, dtype="f4").reshape(3, 4))
np.save("fortran.npy", np.asfortranarray(np.arange(12, dtype="c16").reshape(3, 4)))
np.save("scalar.npy", np.array(True))
np.save("structured.npy", np.zeros(3, dtype=[("x", "f4"), ("y", "i4")]))
np.save("text.npy", np.array(["a", "bc"]))
with open("version2.npy", "wb") as file:
    np.lib.format.write_array(file, np.arange(3, dtype="i8"), version=(2, 0))
with open("version3.npy", "wb") as file:
    np.lib.format.write_array(file, np.arange(3, dtype="u2"), version=(3, 0))
