// A wavefront: the anti-diagonals of a table in turn, three of them in shared memory.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::edit_distance {

constexpr std::int64_t kLength = 127;

Problem Make(std::int64_t pairs) {
  Problem p;
  const ArrayArg a = p.In(ScalarKind::UInt8, {pairs, kLength}, 0, 4);
  const ArrayArg b = p.In(ScalarKind::UInt8, {pairs, kLength}, 0, 4);
  const ArrayArg distances = p.Out(ScalarKind::Int32, {pairs});
  p.SetArgs({a, b, distances}, {});
  p.grid = {static_cast<std::uint32_t>(pairs), 1, 1};
  p.block = {kLength + 1, 1, 1};
  p.bytes = static_cast<double>(pairs * (2 * kLength + 4));
  p.operations = 5.0 * static_cast<double>(pairs * kLength * kLength);
  p.operation_type = Operations::Int32;
  return p;
}

// Row by row with one row kept, as one writes it for one thread.
std::int32_t Distance(const std::uint8_t* a, const std::uint8_t* b) {
  std::int32_t row[kLength + 1];
  for (std::int64_t j = 0; j <= kLength; ++j) {
    row[j] = static_cast<std::int32_t>(j);
  }
  for (std::int64_t i = 1; i <= kLength; ++i) {
    std::int32_t corner = row[0];
    row[0] = static_cast<std::int32_t>(i);
    for (std::int64_t j = 1; j <= kLength; ++j) {
      const std::int32_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      const std::int32_t value = std::min(std::min(row[j - 1], row[j]) + 1, corner + cost);
      corner = row[j];
      row[j] = value;
    }
  }
  return row[kLength];
}

void Solve(const Problem&, Arrays arrays) {
  const auto* a = arrays[0].data<std::uint8_t>();
  const auto* b = arrays[1].data<std::uint8_t>();
  auto* distances = arrays[2].data<std::int32_t>();
  const std::int64_t pairs = arrays[2].size();
#pragma omp parallel for schedule(static)
  for (std::int64_t pair = 0; pair < pairs; ++pair) {
    distances[pair] = Distance(a + pair * kLength, b + pair * kLength);
  }
}

KC_SUITE_CASE = {"wavefront", Make, Solve, kExact, 5, 512, 8192};

}  // namespace kernelc::bench::suite::edit_distance
