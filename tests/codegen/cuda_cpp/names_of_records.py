# RUN: kernelc build %s --emit cuda
# CHECK-ERR: names_of_records.py:[[@LINE+82]]:14: warning: `+` of float32 and int32 is computed in float64, though no array in reach is that wide [Float64Creep]
# CHECK-ERR:     out[0] = body_type.at.x * body_type.mass + nameless[0].c
# CHECK-ERR:              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-ERR: help: convert the wider operand with `np.float32(...)`; pass scalar arguments as float32
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: struct __align__(8) Local {
# CHECK:   int32_t key;
# CHECK:   double value;
# CHECK: };
# CHECK:
# CHECK: struct __align__(4) Point {
# CHECK:   float x;
# CHECK:   float y;
# CHECK: };
# CHECK:
# CHECK: struct __align__(4) Body {
# CHECK:   Point at;
# CHECK:   float mass;
# CHECK: };
# CHECK:
# CHECK: struct __align__(4) Header {
# CHECK:   int32_t count;
# CHECK:   int32_t first;
# CHECK: };
# CHECK:
# CHECK: struct Record {
# CHECK:   // a: int32 at byte 0
# CHECK:   // b: int32 at byte 4
# CHECK:   // c: int32 at byte 8
# CHECK:   unsigned char bytes[12];
# CHECK: };
# CHECK:
# CHECK: extern "C" __global__ void make_local(Local* x, int64_t x_size) {
# CHECK:   x[0].value = x[1].value;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void weigh(
# CHECK:     const Body* bodies, int64_t bodies_size, const Header* headers, int64_t headers_size,
# CHECK:     float* out, int64_t out_size) {
# CHECK:   // A variable of the name of a type stays a variable.
# CHECK:   const int32_t Header_2 = headers[0].count;
# CHECK:   Record nameless[1];
# CHECK:   kc::store_unaligned(&kc::field<int32_t>(&nameless[0], 8), Header_2);
# CHECK:   out[0] =
# CHECK:       float(double(bodies[0].at.x * bodies[0].mass)
# CHECK:       + double(kc::load_unaligned(&kc::field<int32_t>(&nameless[0], 8))));
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void local(Local* x, int64_t x_size) {
# CHECK:   x[0].value = x[1].value;
# CHECK: }
# A record type has the name that the program first gives it, wherever it was made.
import numpy as np
from numba import cuda, from_dtype, float32, int32, types

Point = np.dtype([("x", np.float32), ("y", np.float32)], align=True)
Body = np.dtype([("at", Point), ("mass", np.float32)], align=True)
body_type = from_dtype(Body)
Header = types.Record.make_c_struct([("count", int32), ("first", int32)])


def make():
    Local = np.dtype([("key", np.int32), ("value", np.float64)], align=True)

    @cuda.jit((from_dtype(Local)[::1],))
    def local(x):
        x[0].value = x[1].value

    return local


local = make()


@cuda.jit((body_type[::1], Header[::1], float32[::1]))
def weigh(bodies, headers, out):
    # A variable of the name of a type stays a variable.
    body_type = bodies[0]
    Header = headers[0].count
    nameless = cuda.local.array(1, np.dtype([("a", np.int32), ("b", np.int32), ("c", np.int32)]))
    nameless[0].c = Header
    out[0] = body_type.at.x * body_type.mass + nameless[0].c
