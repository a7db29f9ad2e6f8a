# RUN: kernelc check %s
# RUN: kernelc build %s -k addresses --emit kir
from numba import cuda, float32, int32, types


@cuda.jit("void(Tuple(()), Tuple([]), int32[:])")
def empty_tuples(x, y, out):
    out[0] = len(x) + len(y)


@cuda.jit(types.void(types.Tuple(()), int32[:]))
def empty_tuple_of_types(x, out):
    out[0] = len(x)


@cuda.jit("void([char x 4][:], [unichr x 2][::1], Record(name[type=[char x 4];offset=0];4;False)[:], int32[:])")
def texts_as_numba_prints_them(a, b, records, out):
    out[0] = a[0] == records[0]["name"]
    out[1] = b[0] == b[1]


@cuda.jit("void(CPointer(CPointer(float32)), uint64[:])")
def addresses(x, out):
    out[0] = x[0]


@cuda.jit(types.void(types.CPointer(types.CPointer(float32)), types.uint64[:]))
def addresses_of_types(x, out):
    out[0] = x[0]
# CHECK: kernel @addresses(%x: ptr<uint64, global>, %out: array<uint64, 1, A, global>) {
# CHECK:   %0 = const 9223372036854775807 : int64
# CHECK:   %1 = const 8 : int64
# CHECK:   %2 = array_make %x, %0, %1 : array<uint64, 1, A, global>
# CHECK:   %3 = const 0 : int32
# CHECK:   %4 = element_ptr %2, %3 [0] : ptr<uint64, global>
# CHECK:   %5 = load %4 : uint64
# CHECK:   %6 = const 0 : int32
# CHECK:   %7 = element_ptr %out, %6 [0] : ptr<uint64, global>
# CHECK:   store %7, %5
# CHECK:   return
# CHECK: }
