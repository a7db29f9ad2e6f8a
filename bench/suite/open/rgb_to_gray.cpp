// Three bytes to one by a weighted sum of integers.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::rgb_to_gray {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg image = p.In(ScalarKind::UInt8, {n, n, 3}, 0, 256);
  const ArrayArg gray = p.Out(ScalarKind::UInt8, {n, n});
  p.SetArgs({image, gray}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 4.0 * static_cast<double>(n * n);
  p.operations = 6.0 * static_cast<double>(n * n);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const std::uint8_t* image = arrays[0].data<std::uint8_t>();
  std::uint8_t* gray = arrays[1].data<std::uint8_t>();
  const std::int64_t n = arrays[1].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    gray[i] = static_cast<std::uint8_t>(
        (77 * image[3 * i] + 150 * image[3 * i + 1] + 29 * image[3 * i + 2]) >> 8);
  }
}

KC_SUITE_CASE = {"8-bit", Make, Solve, kExact, 45, 2048, 8192};

}  // namespace kernelc::bench::suite::rgb_to_gray
