# RUN: kernelc build %s -k choose --emit cuda
# An optional value is a variable with a test; what is known to be there is not tested again.
from numba import cuda, float32, int32


@cuda.jit(device=True)
def first_above(a, limit):
    for k in range(a.size):
        if a[k] > limit:
            return k
    return None


@cuda.jit((float32[::1], int32[::1], int32))
def choose(a, out, n):
    best = None
    if n > 3:
        best = a[0] + a[1]
    if best is not None:
        a[1] = best
        a[2] = best * best
    place = first_above(a, float32(0.5))
    if place is None:
        return
    out[place] = n
    other = first_above(a, float32(2))
    if n > 0 and other is not None and other < out.size:
        out[1] = other
    if other:
        out[2] = 1
    # Not tested before: the thread ends here where there is none.
    out[3] = other
    out[4] = other + 1
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: static __device__ kc::Optional<int64_t> first_above(
# CHECK:     kc::Array<const float, 1, kc::C> a, float limit) {
# CHECK:   const int64_t stop = a.extent[0];
# CHECK:   for (int64_t k = 0; k < stop; ++k) {
# CHECK:     if (a[k] > limit) {
# CHECK:       return k;
# CHECK:     }
# CHECK:   }
# CHECK:   return {};
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void choose(
# CHECK:     float* a_data, int64_t a_size, int32_t* out, int64_t out_size, int32_t n) {
# CHECK:   const kc::Array<float, 1, kc::C> a = {a_data, {a_size}};
# CHECK:   kc::Optional<float> best{};
# CHECK:   if (n > 3) {
# CHECK:     best = a_data[0] + a_data[1];
# CHECK:   } else {
# CHECK:     best = {};
# CHECK:   }
# CHECK:   if (best.has_value) {
# CHECK:     a_data[1] = best.value;
# CHECK:     a_data[2] = best.value * best.value;
# CHECK:   }
# CHECK:   const kc::Optional<int64_t> place = first_above(a, 0.5f);
# CHECK:   if (!place.has_value) {
# CHECK:     return;
# CHECK:   }
# CHECK:   out[kc::wrap(place.value, out_size)] = n;
# CHECK:   const kc::Optional<int64_t> other = first_above(a, 2.0f);
# CHECK:   if (n > 0 && other.has_value && other.value < out_size) {
# CHECK:     out[1] = int32_t(other.value);
# CHECK:   }
# CHECK:   if (other.has_value && other.value != 0) {
# CHECK:     out[2] = 1;
# CHECK:   }
# CHECK:   // Not tested before: the thread ends here where there is none.
# CHECK:   if (!other.has_value) {
# CHECK:     return;
# CHECK:   }
# CHECK:   out[3] = int32_t(other.value);
# CHECK:   out[4] = int32_t(other.value + 1);
# CHECK: }
