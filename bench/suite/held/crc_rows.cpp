// A table of checksums indexed by bits of the last one.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::crc_rows {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kWidth = 64;
  Problem p;
  const ArrayArg rows = p.In(ScalarKind::UInt8, {n, kWidth}, 0, 256);
  const ArrayArg table = p.In(ScalarKind::UInt32, {256}, 0, 1);
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 1) != 0 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
    }
    p.data<std::uint32_t>(1)[i] = value;
  }
  const ArrayArg out = p.Out(ScalarKind::UInt32, {n});
  p.SetArgs({rows, table, out}, {n, kWidth});
  p.LaunchFor(n);
  p.bytes = static_cast<double>(n * (kWidth + 4));
  p.operations = 4.0 * static_cast<double>(n * kWidth);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* rows = arrays[0].data<std::uint8_t>();
  const auto* table = arrays[1].data<std::uint32_t>();
  auto* out = arrays[2].data<std::uint32_t>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
#pragma omp parallel for schedule(static)
  for (std::int64_t r = 0; r < height; ++r) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (std::int64_t k = 0; k < width; ++k) {
      crc = table[(crc ^ rows[r * width + k]) & 0xFF] ^ (crc >> 8);
    }
    out[r] = crc ^ 0xFFFFFFFFu;
  }
}

KC_SUITE_CASE = {"8-bit", Make, Solve, kExact, 1000, 1 << 16, 1 << 21};

}  // namespace kernelc::bench::suite::crc_rows
