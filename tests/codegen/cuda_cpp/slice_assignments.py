# RUN: kernelc build %s -k parts --emit cuda
# An assignment to a slice is a call of the support header, whatever memory the two sides share; loops of the program stay loops.
from numba import cuda, float32, float64, int32


@cuda.jit((float32[::1], float32[::1], float64[:, :], int32))
def parts(a, b, c, n):
    a[2:n] = b[1 : n - 1]
    a[:] = 0
    a[1:] = a[:-1]
    a[::2] += b[:5]
    # Another type, another operation, one row for all.
    c[:, 1:] = b[:3]
    a[:4] = c[0, :4]
    c[0] *= c[1]
    t = cuda.local.array((2, 3), float32)
    t[:, :] = n
    t[1] = t[0]
    for i in range(a.size - 1):
        a[i + 1] = a[i]
    for i, x in enumerate(b):
        a[i] = x
    a[:3] = t[1, 0], t[1, 1], t[1, 2]
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: extern "C" __global__ void parts(
# CHECK:     float* a_data, int64_t a_size, const float* b, int64_t b_size, double* c_data,
# CHECK:     int64_t c_shape0, int64_t c_shape1, int64_t c_stride0, int64_t c_stride1, int32_t n) {
# CHECK:   const kc::Array<float, 1, kc::C> a = {a_data, {a_size}};
# CHECK:   const kc::Array<double, 2, kc::A> c = {c_data, {c_shape0, c_shape1}, {c_stride0, c_stride1}};
# CHECK:   const int64_t t = int64_t(n) - 1;
# CHECK:   const int64_t t_2 = min(int64_t(1), b_size);
# CHECK:   const kc::Array<const float, 1, kc::C> view =
# CHECK:       {&b[t_2], {max((t < 0 ? max(t + b_size, int64_t(0)) : min(t, b_size)) - t_2, int64_t(0))}};
# CHECK:   const int64_t t_3 = min(int64_t(2), a_size);
# CHECK:   const int64_t t_4 = n;
# CHECK:   const kc::Array<float, 1, kc::C> view_2 =
# CHECK:       {&a_data[t_3],
# CHECK:       {max((t_4 < 0 ? max(t_4 + a_size, int64_t(0)) : min(t_4, a_size)) - t_3, int64_t(0))}};
# CHECK:   kc::assign_elements(view_2, view);
# CHECK:   const kc::Array<float, 1, kc::C> view_3 = {&a_data[0], {a_size}};
# CHECK:   kc::fill_elements(view_3, 0.0f);
# CHECK:   const kc::Array<const float, 1, kc::C> view_4 = {&a_data[0], {max(-1 + a_size, int64_t(0))}};
# CHECK:   const int64_t t_5 = min(int64_t(1), a_size);
# CHECK:   const kc::Array<float, 1, kc::C> view_5 = {&a_data[t_5], {max(a_size - t_5, int64_t(0))}};
# CHECK:   kc::assign_elements(view_5, view_4);
# CHECK:   const kc::Array<float, 1, kc::A> view_6 =
# CHECK:       {&a_data[0], {(a_size + 1) / 2}, {a.stride_bytes(0) * 2}};
# CHECK:   const kc::Array<const float, 1, kc::C> view_7 = {&b[0], {min(int64_t(5), b_size)}};
# CHECK:   kc::update_elements(view_6, view_7, [&](float old, float value) { return old + value; });
# CHECK:   const kc::Array<const float, 1, kc::C> view_8 = {&b[0], {min(int64_t(3), b_size)}};
# CHECK:   const int64_t t_6 = min(int64_t(1), c_shape1);
# CHECK:   const kc::Array<double, 2, kc::A> view_9 =
# CHECK:       {&c(0, t_6), {c_shape0, max(c_shape1 - t_6, int64_t(0))},
# CHECK:       {c.stride_bytes(0), c.stride_bytes(1)}};
# CHECK:   // Another type, another operation, one row for all.
# CHECK:   kc::assign_elements(view_9, view_8);
# CHECK:   const kc::Array<const double, 1, kc::A> view_10 =
# CHECK:       {&c(0, 0), {min(int64_t(4), c_shape1)}, {c.stride_bytes(1)}};
# CHECK:   const kc::Array<float, 1, kc::C> view_11 = {&a_data[0], {min(int64_t(4), a_size)}};
# CHECK:   kc::assign_elements(view_11, view_10);
# CHECK:   const kc::Array<double, 1, kc::A> view_12 = {&c(0, 0), {c_shape1}, {c.stride_bytes(1)}};
# CHECK:   const kc::Array<const double, 1, kc::A> view_13 = {&c(1, 0), {c_shape1}, {c.stride_bytes(1)}};
# CHECK:   kc::update_elements(view_12, view_13, [&](double old, double value) { return old * value; });
# CHECK:   float t_7[2][3];
# CHECK:   const kc::Array<float, 2, kc::C> view_14 = {&t_7[0][0], {2, 3}};
# CHECK:   kc::fill_elements(view_14, float(n));
# CHECK:   const kc::Array<const float, 1, kc::C> view_15 = {&t_7[0][0], {3}};
# CHECK:   const kc::Array<float, 1, kc::C> view_16 = {&t_7[1][0], {3}};
# CHECK:   kc::assign_elements(view_16, view_15);
# CHECK:   const int64_t stop = a_size - 1;
# CHECK:   for (int64_t i = 0; i < stop; ++i) {
# CHECK:     a_data[i + 1] = a_data[i];
# CHECK:   }
# CHECK:   for (int64_t i = 0; i < b_size; ++i) {
# CHECK:     const float x = b[i];
# CHECK:     a_data[i] = x;
# CHECK:   }
# CHECK:   const kc::Array<float, 1, kc::C> view_17 = {&a_data[0], {min(int64_t(3), a_size)}};
# CHECK:   const float value = t_7[1][1];
# CHECK:   const float value_2 = t_7[1][2];
# CHECK:   view_17[0] = t_7[1][0];
# CHECK:   view_17[1] = value;
# CHECK:   view_17[2] = value_2;
# CHECK: }
