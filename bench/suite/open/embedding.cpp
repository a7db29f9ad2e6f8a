// Rows of a table by numbers: quotient and remainder by a width that the launch gives.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::embedding {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kWidth = 96;
  constexpr std::int64_t kRows = 50000;
  Problem p;
  const ArrayArg table = p.In(ScalarKind::Float32, {kRows, kWidth}, -1, 1);
  const ArrayArg words = p.In(ScalarKind::Int32, {n}, 0, kRows);
  const ArrayArg out = p.Out(ScalarKind::Float32, {n, kWidth});
  p.SetArgs({table, words, out}, {n, kWidth});
  p.LaunchFor(n * kWidth);
  p.bytes = 8.0 * static_cast<double>(n * kWidth);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const float* table = arrays[0].data<float>();
  const auto* words = arrays[1].data<std::int32_t>();
  float* out = arrays[2].data<float>();
  const std::int64_t width = arrays[0].shape()[1];
  const std::int64_t count = arrays[1].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < count; ++row) {
    std::copy_n(table + words[row] * width, width, out + row * width);
  }
}

KC_SUITE_CASE = {"indirect", Make, Solve, kExact, 33, 1 << 15, 1 << 18};

}  // namespace kernelc::bench::suite::embedding
