// A block for each matrix of 16 by 16, factored without pivots: 30 barriers with ever fewer threads
// at work.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::lu_block {

constexpr std::int64_t kSize = 16;

Problem Make(std::int64_t count) {
  Problem p;
  const ArrayArg matrices = p.InOut(ScalarKind::Float32, {count, kSize, kSize}, 0, 1);
  // The identity stays as it is when it is factored again, and small numbers beside it stay small.
  float* data = p.data<float>(0);
  for (std::int64_t i = 0; i < count * kSize * kSize; ++i) {
    data[i] = i / kSize % kSize == i % kSize ? 1.0f : 0.01f * data[i];
  }
  p.SetArgs({matrices}, {});
  p.grid = {static_cast<std::uint32_t>(count), 1, 1};
  p.block = {kSize, kSize, 1};
  p.bytes = 8.0 * static_cast<double>(count * kSize * kSize);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::int64_t count = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < count; ++b) {
    float* m = arrays[0].data<float>() + b * kSize * kSize;
    for (std::int64_t k = 0; k < kSize - 1; ++k) {
      for (std::int64_t y = k + 1; y < kSize; ++y) {
        const float factor = m[y * kSize + k] / m[k * kSize + k];
        m[y * kSize + k] = factor;
#pragma omp simd
        for (std::int64_t x = k + 1; x < kSize; ++x) {
          m[y * kSize + x] -= factor * m[k * kSize + x];
        }
      }
    }
  }
}

KC_SUITE_CASE = {"shared", Make, Solve, {.relative = 1e-4, .of_largest = 1e-5}, 5, 2048, 65536};

}  // namespace kernelc::bench::suite::lu_block
