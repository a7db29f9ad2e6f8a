// The samples' kernels without shared memory, in CUDA C++ as one writes them by hand.
#include <cstdint>

extern "C" __global__ void vector_add(const float* __restrict__ a, const float* __restrict__ b,
                                      float* __restrict__ c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}

extern "C" __global__ void saxpy(float a, const float* __restrict__ x, float* __restrict__ y,
                                 int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    y[i] = a * x[i] + y[i];
  }
}

extern "C" __global__ void matmul_naive(const float* __restrict__ a, const float* __restrict__ b,
                                        float* __restrict__ c, int m, int n, int depth) {
  // The fast thread index runs over rows, as in the sample: the point of the naive version.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float total = 0.0f;
    for (int k = 0; k < depth; ++k) {
      total += a[i * depth + k] * b[k * n + j];
    }
    c[i * n + j] = total;
  }
}

__device__ int EscapeTime(double cr, double ci, int limit) {
  double zr = 0.0;
  double zi = 0.0;
  for (int i = 0; i < limit; ++i) {
    const double next = zr * zr - zi * zi + cr;
    zi = 2.0 * zr * zi + ci;
    zr = next;
    if (zr * zr + zi * zi >= 4.0) {
      return i;
    }
  }
  return limit;
}

extern "C" __global__ void mandelbrot(std::uint8_t* __restrict__ image, double left, double right,
                                      double bottom, double top, int limit, int width, int height) {
  const double dx = (right - left) / width;
  const double dy = (top - bottom) / height;
  const int step_x = gridDim.x * blockDim.x;
  const int step_y = gridDim.y * blockDim.y;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += step_y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += step_x) {
      image[y * width + x] =
          static_cast<std::uint8_t>(EscapeTime(left + x * dx, bottom + y * dy, limit));
    }
  }
}

__device__ float NormalCdf(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  const float poly =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040143267794f * expf(-0.5f * d * d) * poly;
  return d > 0.0f ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(float* __restrict__ call, float* __restrict__ put,
                                         const float* __restrict__ spot,
                                         const float* __restrict__ strike,
                                         const float* __restrict__ years, float rate,
                                         float volatility, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const float s = spot[i];
  const float x = strike[i];
  const float t = years[i];
  const float spread = volatility * sqrtf(t);
  const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
  const float d2 = d1 - spread;
  const float n1 = NormalCdf(d1);
  const float n2 = NormalCdf(d2);
  const float discounted = x * expf(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

extern "C" __global__ void heat(const float* __restrict__ u, float* __restrict__ out, float alpha,
                                int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) {
    return;
  }
  const int at = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    const float around = u[at - width] + u[at + width] + u[at - 1] + u[at + 1];
    out[at] = u[at] + alpha * (around - 4.0f * u[at]);
  } else {
    out[at] = u[at];
  }
}

extern "C" __global__ void spmv(const int* __restrict__ indptr, const int* __restrict__ indices,
                                const float* __restrict__ values, const float* __restrict__ x,
                                float* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float total = 0.0f;
    const int end = indptr[row + 1];
    for (int k = indptr[row]; k < end; ++k) {
      total += values[k] * x[indices[k]];
    }
    y[row] = total;
  }
}
