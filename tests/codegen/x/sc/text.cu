#include "kernelc.cuh"

template <typename T>
static __device__ T sums(T x, T y) {
  const T s = acos(x) + acosh(x) + asin(x) + asinh(x) + atan(x) + atanh(x);
  const T s_2 = s
      + (atan2(x, y) + cbrt(x) + floor(x) + ceil(y) + copysign(x, y) + cos(x) + cosh(x));
  const T s_3 = s_2 + (erf(x) + erfc(x) + exp(x) + exp2(x) + expm1(x) + fabs(x) + fabs(y));
  const T s_4 = s_3 + (fmod(x, y) + hypot(x, y) + lgamma(x) + log(x) + log10(x) + log1p(x));
  const T s_5 = s_4
      + (log2(x) + rint(x) + pow(x, y) + pow(x, y) + remainder(x, y) + sin(x) + sinh(x));
  const T s_6 = s_5 + (sqrt(x) + tan(x) + tanh(x) + tgamma(x) + trunc(x) + fmin(x, y) + fmax(x, y));
  return s_6 + nextafter(x, y) * T(0.1) + T(int64_t(rint(x)));
}

template <typename T>
static __device__ __forceinline__ void mathematics_body(
    T* out, int64_t out_size, const T* x, int64_t x_size, const T* y, int64_t y_size) {
  __shared__ T tile[32];
  const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = x[i];
  __syncthreads();
  if (i < out_size) {
    out[i] = sums<T>(tile[kc::wrap(31 - int32_t(threadIdx.x), 32)], y[i]);
  }
}

extern "C" __global__ void mathematics(
    float* out, int64_t out_size, const float* x, int64_t x_size, const float* y, int64_t y_size) {
  mathematics_body<float>(out, out_size, x, x_size, y, y_size);
}

extern "C" __global__ void mathematics_1(
    double* out, int64_t out_size, const double* x, int64_t x_size, const double* y,
    int64_t y_size) {
  mathematics_body<double>(out, out_size, x, x_size, y, y_size);
}
