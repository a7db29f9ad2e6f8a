# RUN: kernelc build %s --sig 'float32[::1], float32[::1], int32[::1]' --emit cuda
from numba import cuda


@cuda.jit(device=True)
def add(out, index, value):
    cuda.atomic.add(out, index, value)


@cuda.jit
def k(out, a, b):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        # The last argument looks like a declaration: a type, an asterisk and a name.
        add(out, i, x * a[i])
        add(out, (i + 1) % 3, x * x * a[b[i]])
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: static __device__ void add(kc::Array<float, 1, kc::C> out, int64_t index_2, float value) {
# CHECK:   atomicAdd(&out[kc::wrap(index_2, out.extent[0])], value);
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void k(
# CHECK:     float* out_data, int64_t out_size, const float* a, int64_t a_size, const int32_t* b,
# CHECK:     int64_t b_size) {
# CHECK:   const kc::Array<float, 1, kc::C> out = {out_data, {out_size}};
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < a_size) {
# CHECK:     const float x = a[i];
# CHECK:     // The last argument looks like a declaration: a type, an asterisk and a name.
# CHECK:     add(out, i, x * a[i]);
# CHECK:     add(out, (i + 1) % 3, x * x * a[kc::wrap(b[i], a_size)]);
# CHECK:   }
# CHECK: }
