// A Fourier transform of 256 numbers by each block of 128 threads, the parts of complex numbers
// apart.
#include <cmath>
#include <numbers>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::fft_shared {

constexpr std::int64_t kSize = 256;

Problem Make(std::int64_t rows) {
  Problem p;
  const ArrayArg re = p.In(ScalarKind::Float32, {rows, kSize}, -1, 1);
  const ArrayArg im = p.In(ScalarKind::Float32, {rows, kSize}, -1, 1);
  const ArrayArg cosines = p.In(ScalarKind::Float32, {kSize / 2}, 0, 1);
  const ArrayArg sines = p.In(ScalarKind::Float32, {kSize / 2}, 0, 1);
  for (std::int64_t k = 0; k < kSize / 2; ++k) {
    const double angle =
        -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(kSize);
    p.data<float>(2)[k] = static_cast<float>(std::cos(angle));
    p.data<float>(3)[k] = static_cast<float>(std::sin(angle));
  }
  const ArrayArg out_re = p.Out(ScalarKind::Float32, {rows, kSize});
  const ArrayArg out_im = p.Out(ScalarKind::Float32, {rows, kSize});
  p.SetArgs({re, im, cosines, sines, out_re, out_im}, {});
  p.grid = {static_cast<std::uint32_t>(rows), 1, 1};
  p.block = {kSize / 2, 1, 1};
  p.bytes = 16.0 * static_cast<double>(rows * kSize);
  p.operations = 10.0 * 8 * static_cast<double>(rows * kSize / 2);
  return p;
}

void Transform(const float* in_re, const float* in_im, float* re, float* im, const float* cosines,
               const float* sines) {
  for (std::int64_t i = 0; i < kSize; ++i) {
    std::int64_t reverse = 0;
    for (int bit = 0; bit < 8; ++bit) {
      reverse = (reverse << 1) | ((i >> bit) & 1);
    }
    re[reverse] = in_re[i];
    im[reverse] = in_im[i];
  }
  for (std::int64_t half = 1; half < kSize; half *= 2) {
    for (std::int64_t first = 0; first < kSize; first += 2 * half) {
#pragma omp simd
      for (std::int64_t k = 0; k < half; ++k) {
        const std::int64_t a = first + k;
        const std::int64_t b = a + half;
        const float wr = cosines[k * (kSize / 2 / half)];
        const float wi = sines[k * (kSize / 2 / half)];
        const float tr = wr * re[b] - wi * im[b];
        const float ti = wr * im[b] + wi * re[b];
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
    }
  }
}

void Solve(const Problem&, Arrays arrays) {
  const std::int64_t rows = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t at = row * kSize;
    Transform(arrays[0].data<float>() + at, arrays[1].data<float>() + at,
              arrays[4].data<float>() + at, arrays[5].data<float>() + at, arrays[2].data<float>(),
              arrays[3].data<float>());
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, {.relative = 1e-3, .of_largest = 1e-4}, 5, 2048, 65536};

}  // namespace kernelc::bench::suite::fft_shared
