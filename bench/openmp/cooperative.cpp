#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/openmp/openmp.h"

namespace kernelc::bench::openmp {

void Transpose(const float* src, float* dst, std::int64_t height, std::int64_t width) {
  constexpr std::int64_t kTile = 32;
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t y0 = 0; y0 < height; y0 += kTile) {
    for (std::int64_t x0 = 0; x0 < width; x0 += kTile) {
      const std::int64_t y1 = std::min(y0 + kTile, height);
      const std::int64_t x1 = std::min(x0 + kTile, width);
      for (std::int64_t x = x0; x < x1; ++x) {
        for (std::int64_t y = y0; y < y1; ++y) {
          dst[x * height + y] = src[y * width + x];
        }
      }
    }
  }
}

// The textbook's three loops, one sum an element.
void MatmulNaive(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n,
                 std::int64_t depth) {
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      float total = 0.0f;
      for (std::int64_t k = 0; k < depth; ++k) {
        total += a[i * depth + k] * b[k * n + j];
      }
      c[i * n + j] = total;
    }
  }
}

// Blocked for the caches, the innermost loop along rows so that it vectorises.
void MatmulTiled(const float* a, const float* b, float* c, std::int64_t m, std::int64_t n,
                 std::int64_t depth) {
  constexpr std::int64_t kRows = 16;
  constexpr std::int64_t kColumns = 256;
  constexpr std::int64_t kDepth = 64;
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t i0 = 0; i0 < m; i0 += kRows) {
    for (std::int64_t j0 = 0; j0 < n; j0 += kColumns) {
      const std::int64_t i1 = std::min(i0 + kRows, m);
      const std::int64_t j1 = std::min(j0 + kColumns, n);
      for (std::int64_t i = i0; i < i1; ++i) {
        std::fill(c + i * n + j0, c + i * n + j1, 0.0f);
      }
      for (std::int64_t k0 = 0; k0 < depth; k0 += kDepth) {
        const std::int64_t k1 = std::min(k0 + kDepth, depth);
        for (std::int64_t i = i0; i < i1; ++i) {
          for (std::int64_t k = k0; k < k1; ++k) {
            const float factor = a[i * depth + k];
#pragma omp simd
            for (std::int64_t j = j0; j < j1; ++j) {
              c[i * n + j] += factor * b[k * n + j];
            }
          }
        }
      }
    }
  }
}

void Sum(const float* data, float* total, std::int64_t n) {
  float sum = 0.0f;
#pragma omp parallel for simd reduction(+ : sum) schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    sum += data[i];
  }
  *total += sum;
}

void Nbody(const float* bodies, float* acceleration, std::int64_t n) {
  constexpr float kSoftening = 1e-3f;
  // One array a component, so that the inner loop reads whole vectors.
  const auto size = static_cast<std::size_t>(n);
  std::vector<float> xs(size);
  std::vector<float> ys(size);
  std::vector<float> zs(size);
  std::vector<float> masses(size);
  for (std::size_t i = 0; i < size; ++i) {
    xs[i] = bodies[4 * i];
    ys[i] = bodies[4 * i + 1];
    zs[i] = bodies[4 * i + 2];
    masses[i] = bodies[4 * i + 3];
  }
  const float* px = xs.data();
  const float* py = ys.data();
  const float* pz = zs.data();
  const float* mass = masses.data();
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    const float x = px[i];
    const float y = py[i];
    const float z = pz[i];
    float ax = 0.0f;
    float ay = 0.0f;
    float az = 0.0f;
#pragma omp simd reduction(+ : ax, ay, az)
    for (std::int64_t j = 0; j < n; ++j) {
      const float dx = px[j] - x;
      const float dy = py[j] - y;
      const float dz = pz[j] - z;
      const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + kSoftening);
      const float pull = mass[j] * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    acceleration[3 * i] = ax;
    acceleration[3 * i + 1] = ay;
    acceleration[3 * i + 2] = az;
  }
}

void Histogram(const std::uint8_t* data, std::int32_t* bins, std::int64_t n) {
  constexpr int kBins = 256;
#pragma omp parallel
  {
    std::int32_t counts[kBins] = {};
#pragma omp for schedule(static) nowait
    for (std::int64_t i = 0; i < n; ++i) {
      ++counts[data[i]];
    }
#pragma omp critical
    for (int b = 0; b < kBins; ++b) {
      bins[b] += counts[b];
    }
  }
}

}  // namespace kernelc::bench::openmp
