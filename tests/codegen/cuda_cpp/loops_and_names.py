# RUN: kernelc build %s -k running_mean --sig "float32[::1], float32[::1], int32" --emit cuda
# CHECK-ERR: loops_and_names.py:[[@LINE+39]]:9: warning: `+` of float64 and float32 is computed in float64, though no array in reach is that wide [Float64Creep]
# CHECK-ERR:         total += x[j]  # in float64
# CHECK-ERR:         ^~~~~~~~~~~~~
# CHECK-ERR: loops_and_names.py:[[@LINE+34]]:5: note: `total` is float64 because of this
# CHECK-ERR:     total = 0.0
# CHECK-ERR:     ~~~~~
# CHECK-ERR: help: write `total = np.float32(...)` there, or use `--literals weak`
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: extern "C" __global__ void running_mean(
# CHECK:     const float* x, int64_t x_size, float* out, int64_t out_size, int32_t radius) {
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i >= out_size) {
# CHECK:     return;
# CHECK:   }
# CHECK:   // The window ends at the borders.
# CHECK:   const int64_t first = max(i - radius, int64_t(0));
# CHECK:   const int64_t last = min(i + radius + 1, x_size);
# CHECK:   double total = 0.0;
# CHECK:   for (int64_t j = first; j < last; ++j) {
# CHECK:     // in float64
# CHECK:     total += x[j];
# CHECK:   }
# CHECK:   out[i] = float(total / double(last - first));
# CHECK: }
# Names and comments are the program's; what is used once stands where it is used.
from numba import cuda


@cuda.jit
def running_mean(x, out, radius):
    i = cuda.grid(1)
    if i >= out.size:
        return
    # The window ends at the borders.
    first = max(i - radius, 0)
    last = min(i + radius + 1, x.size)
    total = 0.0
    for j in range(first, last):
        total += x[j]  # in float64
    out[i] = total / (last - first)
