// A wavefront of three shared arrays that are handed on, two barriers a diagonal.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::common_subsequence {

constexpr std::int64_t kSize = 96;

Problem Make(std::int64_t rows) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::UInt8, {rows, kSize}, 0, 4);
  const ArrayArg b = p.In(ScalarKind::UInt8, {rows, kSize}, 0, 4);
  const ArrayArg lengths = p.Out(ScalarKind::Int32, {rows});
  p.SetArgs({a, b, lengths}, {});
  p.grid = {static_cast<std::uint32_t>(rows), 1, 1};
  p.block = {kSize, 1, 1};
  p.bytes = static_cast<double>(rows * (2 * kSize + 4));
  p.operations = 2.0 * static_cast<double>(rows * kSize * kSize);
  p.operation_type = Operations::Int32;
  return p;
}

std::int32_t Length(const std::uint8_t* a, const std::uint8_t* b) {
  std::int32_t row[kSize + 1] = {};
  for (std::int64_t i = 0; i < kSize; ++i) {
    std::int32_t corner = 0;
    for (std::int64_t j = 0; j < kSize; ++j) {
      const std::int32_t above = row[j + 1];
      row[j + 1] = a[i] == b[j] ? corner + 1 : std::max(above, row[j]);
      corner = above;
    }
  }
  return row[kSize];
}

void Solve(const Problem&, Arrays arrays) {
  const auto* a = arrays[0].data<std::uint8_t>();
  const auto* b = arrays[1].data<std::uint8_t>();
  auto* lengths = arrays[2].data<std::int32_t>();
  const std::int64_t rows = arrays[2].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row) {
    lengths[row] = Length(a + row * kSize, b + row * kSize);
  }
}

KC_SUITE_CASE = {"wavefront", Make, Solve, kExact, 5, 512, 8192};

}  // namespace kernelc::bench::suite::common_subsequence
