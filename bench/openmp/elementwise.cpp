#include <cmath>

#include "bench/openmp/openmp.h"

// glibc has these for vectors of floats, but declares them so under -ffast-math alone.
#if defined(__GLIBC__) && defined(__x86_64__)
extern "C" {
#pragma omp declare simd notinbranch
float expf(float) noexcept;
#pragma omp declare simd notinbranch
float logf(float) noexcept;
}
#endif

namespace kernelc::bench::openmp {

void VectorAdd(const float* a, const float* b, float* c, std::int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    c[i] = a[i] + b[i];
  }
}

void Saxpy(float a, const float* x, float* y, std::int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = a * x[i] + y[i];
  }
}

namespace {

int EscapeTime(double cr, double ci, int limit) {
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

inline float NormalCdf(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float poly =
      k * (0.319381530f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040143267794f * expf(-0.5f * d * d) * poly;
  return d > 0.0f ? 1.0f - tail : tail;
}

}  // namespace

void Mandelbrot(std::uint8_t* image, double left, double right, double bottom, double top,
                std::int64_t limit, std::int64_t height, std::int64_t width) {
  const double dx = (right - left) / static_cast<double>(width);
  const double dy = (top - bottom) / static_cast<double>(height);
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const double cr = left + static_cast<double>(x) * dx;
      const double ci = bottom + static_cast<double>(y) * dy;
      image[y * width + x] = static_cast<std::uint8_t>(EscapeTime(cr, ci, static_cast<int>(limit)));
    }
  }
}

void BlackScholes(float* call, float* put, const float* spot, const float* strike,
                  const float* years, float rate, float volatility, std::int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float s = spot[i];
    const float x = strike[i];
    const float t = years[i];
    const float spread = volatility * std::sqrt(t);
    const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
    const float d2 = d1 - spread;
    const float n1 = NormalCdf(d1);
    const float n2 = NormalCdf(d2);
    const float discounted = x * expf(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
  }
}

void Heat(const float* u, float* out, float alpha, std::int64_t height, std::int64_t width) {
#pragma omp parallel for schedule(static)
  for (std::int64_t y = 0; y < height; ++y) {
    const float* row = u + y * width;
    float* to = out + y * width;
    if (y == 0 || y == height - 1) {
      for (std::int64_t x = 0; x < width; ++x) {
        to[x] = row[x];
      }
      continue;
    }
    to[0] = row[0];
#pragma omp simd
    for (std::int64_t x = 1; x < width - 1; ++x) {
      const float around = row[x - width] + row[x + width] + row[x - 1] + row[x + 1];
      to[x] = row[x] + alpha * (around - 4.0f * row[x]);
    }
    to[width - 1] = row[width - 1];
  }
}

void Spmv(const std::int32_t* indptr, const std::int32_t* indices, const float* values,
          const float* x, float* y, std::int64_t rows) {
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row) {
    float total = 0.0f;
#pragma omp simd reduction(+ : total)
    for (std::int32_t k = indptr[row]; k < indptr[row + 1]; ++k) {
      total += values[k] * x[indices[k]];
    }
    y[row] = total;
  }
}

}  // namespace kernelc::bench::openmp
